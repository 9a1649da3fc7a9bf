import Foundation
import Testing

extension BehaviourTests {
    /// A library of an earlier version in the hands of today's tools.
    ///
    /// Storyboards: `film` (5 tiles, grew from 3), `first`, `second` and `broken` of a batch, `waiting` (2 of 3 chapters),
    /// `uploads` and `removed`. Jobs besides: `failed`, `cancelled`, `pending`, and `killed`, whose worker was killed.
    @Suite struct OlderLibraryTests {
        private func play(_ name: String, _ acts: (Scene) throws -> Void) throws {
            try Scene.play("older/\(name)") { scene in
                let unpacked = try ChildProcess.run(
                    InstalledProgram.url("tar"), ["-xzf", Repository.olderLibrary], in: scene.workplace.path,
                    logs: scene.workplace.aside)
                try #require(unpacked.isSuccess, "\(unpacked.said)")
                try acts(scene)
            }
        }

        @Test func `it is listed, shown, looked up and cut`() throws {
            try play("read") { scene in
                try scene.files(in: ".")
                try scene.run("list", "--data", "library", "--sort", "id", "--json")
                try scene.run("jobs", "--data", "library", "--json")
                for id in ["film", "broken", "uploads", "killed", "removed"] {
                    try scene.run("show", id, "--data", "library", "--json")
                }
                try scene.run("lookup", "library/film/thumbnails.vtt", "45", "--json")
                try scene.run("tile", "library/film/thumbnails.vtt", "45", "-o", "-", as: .bytes)
                try scene.run("doctor", "out/thumbnails.vtt", "--strict", "--json")
                try scene.text("library/film/thumbnails.vtt")
            }
        }

        @Test func `it is served with what was superseded and removed within its time`() throws {
            try play("served") { scene in
                let served = try ServedScene(
                    scene, "--data", "library", "--composers", "0", "--keep-old", "36500d", "--first-composition", "0")
                for path in [
                    "/storyboards?sort=id", "/jobs", "/storyboards/film/thumbnails.vtt",
                    "/storyboards/film/mosaic.json",
                    "/storyboards/film/tile?t=45", "/storyboards/film/tile.jpg?t=45",
                    "/storyboards/broken/thumbnails.vtt",
                    "/storyboards/film/sheet-0.3ec994143548b7c48abae752cd46dfcb.jpg",
                    "/storyboards/removed/sheet-0.7028eb2a95e87ed13075e4a8c7464294.jpg",
                    "/storyboards/removed/thumbnails.vtt", "/chapter-screenshots/uploads/ch2_20s.jpg",
                    "/chapter-screenshots/uploads/ch2_25s.jpg", "/chapter-screenshots/removed/ch1_10s.jpg",
                    "/geo/chapters/uploads/thumbnails", "/geo/data/screenshot-status/waiting",
                ] {
                    try served.get(path)
                }
                try served.stop()
            }
        }

        @Test func `a resumed batch decodes nothing but what is new`() throws {
            try play("batch") { scene in
                let batch = [
                    "batch", "sources/batch", "-o", "library", "--width", "32", "--grid", "2x2", "--jobs", "1",
                    "--json",
                ]
                try scene.run(batch + ["--resume", "--report", "results.jsonl"])
                try scene.workplace.draw(chapter: 3, in: "sources/batch/first")
                try scene.run(batch + ["--resume", "--report", "results.jsonl"])
                try scene.run(batch + ["--report", "results.jsonl"])
                try scene.lines(of: "results.jsonl")
                try scene.files(in: "library")
            }
        }

        @Test func `storyboards are removed, restored and repaired`() throws {
            try play("changed") { scene in
                try scene.run("restore", "removed", "--data", "library")
                try scene.run("remove", "second", "--data", "library", "--yes")
                try scene.run("remove", "film", "--now", "--data", "library", "--yes")
                try scene.run("restore", "second", "--data", "library")
                try scene.run("repair", "--data", "library", "--keep-old", "36500d", "--json")
                try scene.run("list", "--data", "library", "--sort", "id", "--json")
                scene.note("Without its catalog, and with what is over removed")
                for name in try scene.workplace.files(below: "library") where name.hasPrefix(".mosaic-catalog") {
                    try scene.workplace.remove("library/\(name)")
                }
                try scene.run("repair", "--data", "library", "--json")
                try scene.run("list", "--data", "library", "--sort", "id", "--json")
                try scene.files(in: "library")
            }
        }

        @Test func `its jobs are done where their screenshots lie now, and its folder grows`() throws {
            try play("jobs") { scene in
                for id in ["waiting", "uploads", "pending"] { try scene.run("cancel", id, "--data", "library") }
                scene.note("Nobody can see whether the screenshots are the same, so that has to be said")
                let submit = [
                    "submit", "sources/killed", "--id", "killed", "--settle", "0", "--width", "32", "--grid", "2x2",
                    "--json",
                ]
                try scene.run(submit + ["--data", "library"])
                try scene.run(submit + ["--data", "library", "--adopt"])
                try scene.run("worker", "--data", "library", "--once", "--quiet", "--jobs", "1")
                try scene.run("jobs", "--data", "library", "--json")
                try scene.workplace.draw(chapter: 5, in: "sources/single")
                try scene.run("compose", "sources/single", "-o", "out", "--preview", "--json")
                try scene.files(in: "out")
                try scene.files(in: "library/killed")
            }
        }
    }
}
