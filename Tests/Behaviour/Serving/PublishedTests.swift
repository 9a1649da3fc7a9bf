import Foundation
import Testing

extension BehaviourTests {
    /// One storyboard, served for reading.
    @Suite struct PublishedTests {
        /// Composes five tiles on two sheets and serves them.
        private func play(_ name: String, _ acts: (Scene, ServedScene, _ sheet: String) throws -> Void) throws {
            try Scene.play("http/\(name)") { scene in
                try scene.workplace.draw(1...5)
                try scene.run(
                    "compose", "shots", "-o", "out", "--id", "film", "--width", "40", "--grid", "2x2", "--duration",
                    "55",
                    "--quiet")
                let sheets = try scene.workplace.files(below: "out").filter { $0.hasPrefix("sheet-0.") }
                let served = try ServedScene(scene, "out")
                try acts(scene, served, "/storyboards/film/\(sheets[0])")
                try served.stop()
            }
        }

        @Test func `published files have all their header fields`() throws {
            try play("published") { _, served, sheet in
                for path in ["thumbnails.vtt", "mosaic.json", "preview", "tile?t=12", "tile.jpg?t=12"] {
                    try served.get("/storyboards/film/\(path)", shows: .all)
                    try served.ask("HEAD", "/storyboards/film/\(path)", shows: .all)
                }
                try served.get(sheet, shows: .all)
                try served.ask("HEAD", sheet, shows: .all)
                let tile = try served.get("/storyboards/film/tile?t=25").json()["tile"]?.text
                try served.get(#require(tile), shows: .all)
                try served.ask("HEAD", #require(tile), shows: .all)
                try served.get("/storyboards/film", shows: .all)
                for path in ["/storyboards", "/jobs", "/health", "/api/v1/health", "/ready"] {
                    try served.get(path, shows: .all)
                    try served.ask("HEAD", path)
                }
            }
        }

        @Test func `a tile is found by time and by chapter, and tracks are thinned`() throws {
            try play("look-ups") { _, served, _ in
                for query in [
                    "t=0", "t=29.999", "t=30", "t=00:00:41.5", "t=54", "t=55", "t=56", "t=56&policy=active",
                    "t=25&policy=next", "t=25&policy=nearest", "chapter=3", "chapter=9", "t=1&chapter=1", "t=soon",
                    "t=-1", "t=1&policy=last", "",
                ] {
                    try served.get("/storyboards/film/tile?\(query)")
                }
                for query in ["t=25&policy=nearest", "chapter=3", "t=56&policy=active", "t=soon"] {
                    try served.get("/storyboards/film/tile.jpg?\(query)")
                }
                for number in ["1", "2", "100", "0", "x"] {
                    try served.get("/storyboards/film/thumbnails.vtt?max=\(number)")
                }
            }
        }

        @Test func `conditions are honoured`() throws {
            try play("conditions") { _, served, sheet in
                for path in ["/storyboards/film/thumbnails.vtt", "/storyboards/film/mosaic.json", sheet] {
                    let first = try served.get(path)
                    let tag = try #require(first["ETag"])
                    for method in ["GET", "HEAD"] {
                        try served.ask(method, path, ["If-None-Match: \(tag)"], shows: .all)
                    }
                    try served.get(path, "If-None-Match: \"another\", W/\(tag)")
                    try served.get(path, "If-Match: \"another\"")
                    try served.get(path, "If-Match: \(tag)", "If-None-Match: *")
                    try served.get(path, "If-Modified-Since: " + #require(first["Last-Modified"]))
                    try served.get(path, "If-Unmodified-Since: Sun, 13 Sep 2020 12:26:40 GMT")
                }
            }
        }

        @Test func `parts of sheets and tracks are read`() throws {
            try play("ranges") { _, served, sheet in
                let tag = try #require(try served.quietly("GET", sheet)["ETag"])
                for range in ["0-3", "-2", "100-", "0-0,2-3", "100000-", "3-1", "x"] {
                    try served.get(sheet, "Range: bytes=\(range)", shows: range == "0-3" ? .all : .few)
                }
                try served.get(sheet, "Range: bytes=0-3", "If-Range: \(tag)")
                try served.get(sheet, "Range: bytes=0-3", "If-Range: \"another\"")
                try served.ask("HEAD", sheet, ["Range: bytes=0-3"])
                try served.get("/storyboards/film/thumbnails.vtt", "Range: bytes=0-5")
                try served.get("/storyboards/film/tile.jpg?t=1", "Range: bytes=0-1")
            }
        }

        @Test func `missing paths and refused requests have an error code`() throws {
            try play("refused") { _, served, sheet in
                for path in [
                    "/", "/nothing", "/storyboards/", "/storyboards/other", "/storyboards/other/thumbnails.vtt",
                    "/storyboards/film/sheet-0.00000000000000000000000000000000.jpg", "/storyboards/film/other.jpg",
                    "/storyboards/film/tiles/0.00000000000000000000000000000000.jpg", "/storyboards/film/tiles/x",
                    "/storyboards/film/../film/mosaic.json", "/storyboards/%2e%2e/x",
                    "/storyboards/film/.mosaic-source.json",
                    "/chapter-screenshots/film/ch1_10s.jpg", "/geo/chapters/film/thumbnails",
                    "/geo/data/screenshot-status/film", "/jobs/1", "/api/v1/status/film", "/storyboards/other/preview",
                    "/storyboards/other/tile?t=1",
                ] {
                    try served.get(path)
                }
                for (method, path) in [
                    ("POST", "/storyboards/film/thumbnails.vtt"), ("DELETE", sheet), ("PUT", "/storyboards/film"),
                    ("DELETE", "/storyboards/film"), ("PATCH", "/storyboards/film"), ("POST", "/admin/purge"),
                    ("GET", "/admin/purge"), ("POST", "/jobs/1/retry"), ("POST", "/storyboards/film/restore"),
                    ("PUT", "/storyboards/film/screenshots/ch1_10s.jpg"), ("TRACE", "/health"), ("OPTIONS", "/health"),
                ] {
                    try served.ask(method, path)
                }
            }
        }
    }
}
