import Foundation
import Testing

extension BehaviourTests {
    /// A library that grows by uploads.
    @Suite struct UploadTests {
        @Test func `chapters are uploaded, composed and served`() throws {
            try Scene.play("http/upload") { scene in
                let served = try ServedScene(scene, "--library", "library", "--open-downloads")
                try served.get("/storyboards")
                try served.submit("film", #"{"chapters": 3, "title": "A film", "duration_ms": 60000}"#, shows: .all)
                try served.get("/geo/data/screenshot-status/film")
                for chapter in 1...3 {
                    try served.upload(chapter, of: "film", shows: chapter == 1 ? .all : .few)
                    try served.wait(for: chapter, inJob: 1)
                }
                try served.wait(forJob: 1, toBe: "completed")
                for path in [
                    "/jobs/1", "/jobs", "/storyboards", "/storyboards/film/thumbnails.vtt",
                    "/storyboards/film/mosaic.json",
                    "/storyboards/film/tile?chapter=2", "/storyboards/film/tile.jpg?t=25",
                    "/storyboards/film/screenshots/ch2_20s.jpg", "/chapter-screenshots/film/ch2_20s.jpg",
                    "/geo/chapters/film/thumbnails", "/geo/data/screenshot-status/film",
                    "/auth/geo/data/screenshot-status/film", "/api/v1/status/film", "/api/v1/downloads/queue",
                ] {
                    try served.get(path)
                }
                scene.note("Again the same, and as the list has it")
                try served.submit("film", #"{"chapters": 3, "title": "A film", "duration_ms": 60000}"#)
                try served.ask("POST", "/admin/purge")
                try served.stop()
                try scene.files(in: "library/film")
            }
        }

        @Test func `a screenshot is replaced, removed and brought back in the version that is named`() throws {
            try Scene.play("http/upload-conditions") { scene in
                // Nothing is composed, so that jobs stay as they are.
                let served = try ServedScene(scene, "--library", "library", "--jobs", "0")
                let path = "/storyboards/film/screenshots/ch1_10s.jpg"
                try served.upload(1, of: "film", ["If-Match: *"])
                try served.upload(1, of: "film", ["If-None-Match: *"])
                try served.upload(1, of: "film", ["If-None-Match: *"])
                let tag = try #require(try served.ask("HEAD", path)["ETag"])
                try served.upload(1, of: "film", ["If-Match: \(tag)"], variant: 1)
                try served.upload(1, of: "film", ["If-Match: \(tag)"], variant: 2)
                try served.ask("DELETE", path, ["If-Match: \(tag)"])
                try served.get("/geo/chapters/film/thumbnails")
                scene.note("A chapter's later screenshot takes the place of the earlier one, whatever it is called")
                try served.ask(
                    "POST", "/storyboards/film/screenshots/ch01_011s.jpg", ["Content-Type: image/png"],
                    body: DrawnPicture(number: 1).png)
                try served.get("/geo/chapters/film/thumbnails")
                try served.get("/chapter-screenshots/film/ch1_11s.jpg", "Range: bytes=0-3", shows: .all)
                try served.ask("DELETE", "/storyboards/film/screenshots/ch1_11s.jpg")
                try served.ask("DELETE", "/storyboards/film/screenshots/ch1_11s.jpg")
                scene.note("A storyboard that is only submitted")
                try served.submit("other", "{}", ["If-Match: *"])
                try served.submit("other", "{}", ["If-None-Match: *"])
                try served.submit("other", "{}", ["If-None-Match: *"])
                try served.ask("DELETE", "/storyboards/other", ["If-Match: \"x\""])
                try served.ask("DELETE", "/storyboards/other")
                try served.ask("DELETE", "/storyboards/other")
                try served.stop()
                try scene.files(in: "library")
            }
        }

        @Test func `uploads that are not taken are refused with a code, and leave nothing`() throws {
            try Scene.play("http/upload-refused") { scene in
                let served = try ServedScene(
                    scene, "--library", "library", "--jobs", "0", "--upload-size", "1", "--upload-pixels", "1",
                    "--queue",
                    "3")
                let picture = DrawnPicture(number: 1).jpeg
                func put(_ name: String, _ body: Data, _ fields: [String] = ["Content-Type: image/jpeg"]) throws {
                    try served.ask("PUT", "/storyboards/film/screenshots/\(name)", fields, body: body)
                }
                for name in ["ch1.jpg", "first.jpg", "ch1_10s.webp", "..%2fch1_10s.jpg", ".ch1_10s.jpg"] {
                    try put(name, picture)
                }
                for fields in [
                    [], ["Content-Type: image/webp"], ["Content-Type: image/jpeg", "Content-Encoding: gzip"],
                    ["Content-Type: image/jpeg", "Content-Range: bytes 0-9/100"],
                ] {
                    try put("ch1_10s.jpg", picture, fields)
                }
                try put("ch1_10s.jpg", Data("no picture, whatever it is called".utf8))
                try put("ch1_10s.jpg", picture.dropLast(40))
                try put("ch1_10s.jpg", picture.prefix(20))
                try put("ch1_10s.jpg", Data())
                try put("ch1_10s.jpg", picture + Data(repeating: 0, count: 1_200_000))
                try put("ch1_10s.jpg", DrawnPicture(number: 1, width: 1_200, height: 900).jpeg)
                scene.note("A chapter that is not in the list, a job that was cancelled, a queue that is full")
                try served.submit("film", #"{"chapters": [{"index": 1, "time": 10}, {"index": 3, "time": "00:30"}]}"#)
                try served.upload(2, of: "film")
                try served.ask("POST", "/jobs/1/cancel")
                try served.ask("POST", "/jobs/1/cancel")
                try served.upload(1, of: "film")
                try served.ask("POST", "/jobs/1/retry")
                try served.upload(1, of: "film")
                for id in ["two", "three", "four"] { try served.submit(id, "{}") }
                try served.get("/jobs?state=pending&limit=1&offset=1")
                try served.stop()
                try scene.files(in: "library")
            }
        }

        @Test func `submissions that make no sense are refused with a code`() throws {
            try Scene.play("http/submit-refused") { scene in
                let served = try ServedScene(scene, "--library", "library", "--jobs", "0", "--open-downloads")
                for json in [
                    "", "[]", "{", #"{"chapters": 0}"#, #"{"chapters": "5"}"#, #"{"chapters": [{"index": 1}]}"#,
                    #"{"chapters": [{"index": 1, "time": 1}, {"index": 1, "time": 2}]}"#,
                    #"{"missing": "placeholder"}"#,
                    #"{"settle_s": -1}"#, #"{"interval_ms": 1000}"#, #"{"chaptrs": 5}"#, #"{"source": "films/7"}"#,
                ] {
                    try served.submit("film", json)
                }
                try served.ask("PUT", "/storyboards/film", ["Content-Type: text/plain"], body: Data("{}".utf8))
                try served.ask("PUT", "/storyboards/a%20b", ["Content-Type: application/json"], body: Data("{}".utf8))
                for (method, path) in [
                    ("POST", "/jobs/1/retry"), ("POST", "/jobs/x/cancel"), ("POST", "/api/v1/downloads/retry/film"),
                    ("POST", "/storyboards/film/restore"), ("GET", "/jobs/1"), ("GET", "/jobs?state=done"),
                    ("GET", "/jobs?limit=0"), ("GET", "/storyboards?sort=size"), ("GET", "/storyboards?limit=1001"),
                    ("GET", "/storyboards?offset=-1"), ("DELETE", "/storyboards/film?now=maybe"),
                ] {
                    try served.ask(method, path)
                }
                try served.ask(
                    "POST", "/admin/purge", ["Content-Type: application/x-www-form-urlencoded"], body: Data("a=b".utf8))
                try served.get("/jobs")
                try served.stop()
            }
        }
    }
}
