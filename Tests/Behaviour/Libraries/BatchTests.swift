import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic batch` over a tree of folders.
    @Suite struct BatchTests {
        /// Draws films and returns how `batch` is called: one storyboard after the other, so that results have an order.
        private func batch(_ scene: Scene) throws -> [String] {
            try scene.workplace.draw(1...2, in: "films/a")
            try scene.workplace.draw(1...3, in: "films/season/b", variant: 1)
            try scene.workplace.draw(1...1, in: "films/season/c", variant: 2)
            return ["batch", "films", "-o", "library", "--width", "40", "--grid", "2x2", "--jobs", "1"]
        }

        @Test func `every folder becomes a storyboard of the library`() throws {
            try Scene.play("batch/tree") { scene in
                let batch = try batch(scene)
                try scene.run(batch + ["--report", "results.jsonl", "--json"])
                try scene.lines(of: "results.jsonl")
                try scene.files(in: "library")
                try scene.run("list", "--library", "library", "--sort", "id", "--json")
                try scene.run("jobs", "--library", "library", "--json")
                try scene.document("library/a/.mosaic-source.json")
                try scene.text("library/a/thumbnails.vtt")
            }
        }

        @Test func `a resumed batch composes only changes`() throws {
            try Scene.play("batch/resume") { scene in
                let batch = try batch(scene) + ["--resume", "--report", "results.jsonl"]
                try scene.run(batch)
                scene.note("Nothing is new")
                try scene.run(batch + ["--json"])
                scene.note("One film has a further chapter, another one another picture, and a third one is new")
                try scene.workplace.draw(chapter: 3, in: "films/a")
                try scene.workplace.draw(chapter: 2, in: "films/season/b", variant: 9)
                try scene.workplace.draw(1...1, in: "films/d")
                try scene.run(batch + ["--json"])
                try scene.lines(of: "results.jsonl")
                scene.note("The tree was moved, and nothing is made anew")
                try FileManager.default.moveItem(
                    atPath: scene.workplace.path("films"), toPath: scene.workplace.path("moved"))
                try scene.run([batch[0], "moved"] + batch.dropFirst(2) + ["--json"])
                try scene.files(in: "library")
            }
        }

        @Test func `one that fails is named, and the others are made`() throws {
            try Scene.play("batch/failing") { scene in
                let batch = try batch(scene)
                try scene.workplace.write("no picture", to: "films/bad-film/ch1_10s.jpg")
                try scene.workplace.write("no picture", to: "films/season/c/ch2_20s.jpg")
                scene.words = ["bad-film"]
                try scene.run(batch + ["--report", "results.jsonl", "--json"])
                try scene.lines(of: "results.jsonl")
                try scene.run(batch + ["--quiet"])
                try scene.run("jobs", "--library", "library", "--state", "failed", "--json")
                scene.note("Its picture comes, and only what failed is made")
                try scene.workplace.draw(chapter: 1, in: "films/bad-film")
                try scene.run(batch + ["--retry-failed", "--json"])
                try scene.run(batch + ["--retry-placeholders", "--json"])
                scene.note("The first failure ends it where that is asked for")
                try scene.workplace.write("no picture", to: "other/bad-film/ch1_10s.jpg")
                try scene.run("batch", "other", "-o", "elsewhere", "--fail-fast", "--json")
            }
        }

        @Test func `ids are made of paths, names or hashes`() throws {
            try Scene.play("batch/ids") { scene in
                let batch = try batch(scene)
                for options in [["--id", "slug"], ["--id", "hash"], ["--prefix", "disk2"]] {
                    try scene.run(batch + options + ["--report", "results.jsonl", "--quiet"])
                    try scene.lines(of: "results.jsonl")
                    try scene.run("list", "--library", "library", "--sort", "id", "--json")
                    try scene.workplace.remove("results.jsonl")
                    try scene.workplace.remove("library")
                }
            }
        }

        @Test func `shards make a part each, and together all`() throws {
            try Scene.play("batch/shards") { scene in
                let batch = try batch(scene)
                for part in ["1/3", "2/3", "3/3"] { try scene.run(batch + ["--shard", part, "--json"]) }
                try scene.run("list", "--library", "library", "--sort", "id", "--json")
                try scene.run(batch + ["--shard", "4/3"])
            }
        }

        @Test func `the exit status reports a batch that cannot run`() throws {
            try Scene.play("batch/refusals") { scene in
                let batch = try batch(scene)
                scene.words = ["no-folder", "no-films"]
                try scene.workplace.write("x", to: "no-films/notes.txt")
                try scene.run("batch", "no-folder", "-o", "library")
                try scene.run("batch", "no-films", "-o", "library", "--json")
                try scene.run("batch", "films")
                try scene.run(batch + ["--id", "title"])
                try scene.run(batch + ["--jobs", "0"])
                try scene.run(batch + ["--report", "no-folder/results.jsonl"])
                try scene.run(batch + ["--prefix", "../x"])
            }
        }
    }
}
