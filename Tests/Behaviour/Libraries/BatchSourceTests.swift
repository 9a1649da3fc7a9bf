import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic batch`: manifests, folders with the same id, and missing folders.
    @Suite struct BatchSourceTests {
        @Test func `a manifest has a result for each line`() throws {
            try Scene.play("batch/manifest") { scene in
                try scene.workplace.draw(1...2, in: "films/a")
                try scene.workplace.draw(1...1, in: "films/b", variant: 1)
                scene.words = ["no-folder", "film-1", "film-2", "film-3", "film-4"]
                let manifest = """
                    {"id": "film-1", "source": "films/a"}

                    nonsense
                    {"id": "film-2", "source": "films/b", "title": "Zwei", "settings": {"geometry": {"width": 64}}}
                    {"source": "films/b"}
                    {"id": "film-3", "source": "films/no-folder"}
                    {"id": "film-4", "source": "films/a", "output": "other", "duration_ms": 30000, "keep_old_s": 5}
                    {"id": "film-1", "source": "films/b"}
                    """
                let batch = ["batch", "-", "-o", "library", "--width", "40", "--jobs", "1"]
                try scene.run(batch, input: manifest, as: .lines)
                try scene.run(
                    batch + ["--resume", "--quiet"], input: #"{"id": "film-1", "source": "films/a"}"#, as: .lines)
                try scene.run(["batch", "-"], input: #"{"id": "film-1", "source": "films/a"}"#, as: .lines)
                try scene.run(batch, input: "", as: .lines)
                try scene.files(in: "library")
                try scene.files(in: "other")
            }
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `a stopped batch ends with the results so far`(signal: Int32) throws {
            try Scene.play("batch/stopped-\(signal)") { scene in
                try scene.workplace.draw(1...2, in: "films/a")
                let batch = ["batch", "-", "-o", "library", "--width", "40", "--quiet", "--jobs", "1"]
                scene.note("mosaic " + batch.joined(separator: " "))
                let child = try scene.workplace.start(batch, isFed: true)
                try child.feed(#"{"id": "film-1", "source": "films/a"}"# + "\n")
                try Poll.wait(for: "a result") { try child.output().hasSuffix("\n") }
                child.send(signal)
                try scene.end(child, as: .lines)
                try scene.run(batch + ["--resume"], input: #"{"id": "film-1", "source": "films/a"}"#, as: .lines)
                try scene.files(in: "library")
            }
        }

        @Test func `a storyboard of another folder is not replaced, unless it is to be adopted`() throws {
            try Scene.play("batch/adopt") { scene in
                try scene.workplace.draw(1...2, in: "films/film-a")
                try scene.workplace.draw(1...2, in: "others/film-a", variant: 1)
                scene.words = ["film-a"]
                let options = ["-o", "library", "--width", "40", "--jobs", "1", "--json"]
                try scene.run(["batch", "films"] + options)
                try scene.run(["batch", "others"] + options)
                try scene.run("submit", "others/film-a", "--library", "library", "--json")
                try scene.files(in: "library/film-a")
                try scene.run(["batch", "others", "--replace"] + options)
                try scene.files(in: "library/film-a")
            }
        }

        @Test func `lists storyboards whose folder is missing, and removes them with --yes`() throws {
            try Scene.play("batch/prune") { scene in
                for film in ["film-a", "film-b", "film-c"] { try scene.workplace.draw(1...1, in: "films/x/\(film)") }
                scene.words = ["film-b"]
                let batch = ["batch", "films", "-o", "library", "--width", "40", "--jobs", "1"]
                try scene.run(batch + ["--id", "slug"])
                try scene.run(batch + ["--id", "slug", "--prune", "--json"])
                try scene.workplace.remove("films/x/film-b")
                try scene.run(batch + ["--id", "slug", "--prune"])
                try scene.run(batch + ["--id", "slug", "--prune", "--json"])
                try scene.run(batch + ["--id", "slug", "--prune", "--yes", "--json"])
                try scene.run("list", "--library", "library", "--sort", "id", "--json")
                scene.note("All that a folder below the root held is gone: a disk may be missing")
                try scene.workplace.remove("films/x/film-a")
                try scene.workplace.remove("films/x/film-c")
                try scene.workplace.draw(1...1, in: "films/y/film-d")
                try scene.run(batch + ["--id", "slug", "--prune", "--yes", "--json"])
                try scene.run(batch + ["--id", "slug", "--prune", "--yes", "--prune-limit", "2", "--json"])
                try scene.run("restore", "film-a", "--library", "library")
                try scene.files(in: "library")
            }
        }
    }
}
