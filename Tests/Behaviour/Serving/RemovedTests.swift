import Foundation
import Testing

extension BehaviourTests {
    /// Removals over HTTP, and the files that remain readable.
    @Suite struct RemovedTests {
        /// Two chapters, uploaded one after the other, so that the first one's sheet is superseded.
        private func upload(_ served: ServedScene) throws -> (old: String, new: String) {
            func sheet() throws -> String {
                let record = try served.quietly("GET", "/storyboards/film/mosaic.json").json()
                return try #require(record["sheets"]?.list.first?["name"]?.text)
            }
            try served.submit("film", #"{"settle_s": 600}"#)
            try served.upload(1, of: "film")
            try served.wait(for: 1, inJob: 1)
            let old = try sheet()
            try served.upload(2, of: "film")
            try served.wait(for: 2, inJob: 1)
            return (old, try sheet())
        }

        @Test func `a removed storyboard's files keep their URLs, and it can be restored`() throws {
            try Scene.play("http/remove") { scene in
                let served = try ServedScene(scene, "--library", "library")
                let (old, new) = try upload(served)
                try served.ask("DELETE", "/storyboards/film")
                let paths = [
                    "thumbnails.vtt", "mosaic.json", "tile?t=1", old, new, "screenshots/ch1_10s.jpg",
                ].map { "/storyboards/film/\($0)" }
                for path in paths + ["/chapter-screenshots/film/ch1_10s.jpg", "/storyboards", "/jobs"] {
                    try served.get(path)
                }
                try served.ask("POST", "/storyboards/film/restore")
                try served.ask("POST", "/storyboards/film/restore")
                for path in paths + ["/storyboards", "/jobs"] { try served.ask("HEAD", path) }
                try served.get("/storyboards/film/thumbnails.vtt")
                try served.stop()
                try scene.files(in: "library")
            }
        }

        @Test func `an immediate removal lists URLs`() throws {
            try Scene.play("http/remove-now") { scene in
                let served = try ServedScene(scene, "--library", "library", "--public-url", "https://cdn.example")
                let (old, new) = try upload(served)
                try served.ask("DELETE", "/storyboards/film/screenshots/ch1_10s.jpg?now=true")
                try served.get("/storyboards/film/\(old)")
                try served.get("/storyboards/film/\(new)")
                try served.get("/storyboards/film/thumbnails.vtt")
                try served.ask("DELETE", "/storyboards/film/screenshots/ch1_10s.jpg?now=true")
                try served.ask("DELETE", "/storyboards/film?now=true")
                try served.ask("POST", "/storyboards/film/restore")
                try served.get("/storyboards/film/mosaic.json")
                try served.stop()
                try scene.files(in: "library")
            }
        }

        @Test func `without its last screenshot a storyboard is empty`() throws {
            try Scene.play("http/emptied") { scene in
                let served = try ServedScene(scene, "--library", "library")
                // Its job ends while this goes on, and begins anew with the next upload: what is answered meanwhile
                // depends on when that is.
                func change(_ method: String, _ chapter: Int, tiles: Int64) throws {
                    _ = try served.quietly(
                        method, "/storyboards/film/screenshots/ch\(chapter)_\(10 * chapter)s.jpg",
                        ["Content-Type: image/jpeg"], body: method == "PUT" ? DrawnPicture(number: chapter).jpeg : nil)
                    try served.wait(for: Int(tiles), inJob: 1)
                }
                try served.submit("film", #"{"settle_s": 1}"#)
                try change("PUT", 1, tiles: 1)
                try change("PUT", 2, tiles: 2)
                try change("DELETE", 1, tiles: 1)
                try change("DELETE", 2, tiles: 0)
                try served.wait(forJob: 1, toBe: "completed")
                for path in [
                    "/jobs/1", "/storyboards", "/storyboards/film/thumbnails.vtt", "/storyboards/film/mosaic.json",
                    "/geo/data/screenshot-status/film",
                ] {
                    try served.get(path)
                }
                try change("PUT", 3, tiles: 1)
                try served.get("/storyboards/film/thumbnails.vtt")
                try served.stop()
                try scene.files(in: "library") { !$0.hasSuffix(".json") }
            }
        }
    }
}
