import Foundation
import Testing

extension ServedScene {
    /// Submits a storyboard.
    @discardableResult
    func submit(_ id: String, _ json: String, _ fields: [String] = [], shows shown: Shown = .few) throws -> HTTPAnswer {
        try ask(
            "PUT", "/storyboards/\(id)", ["Content-Type: application/json"] + fields, body: Data(json.utf8),
            shows: shown)
    }

    /// Uploads a drawn chapter, chapter n at n times 10 seconds.
    @discardableResult
    func upload(
        _ chapter: Int, of id: String, _ fields: [String] = [], variant: Int = 0, shows shown: Shown = .few
    ) throws -> HTTPAnswer {
        let picture = DrawnPicture(number: chapter + 100 * variant)
        return try ask(
            "PUT", "/storyboards/\(id)/screenshots/ch\(chapter)_\(10 * chapter)s.jpg",
            ["Content-Type: image/jpeg"] + fields, body: picture.jpeg, shows: shown)
    }

    /// Waits until `chapters` chapters of a job are composed, and the server shows their tiles: it caches documents
    /// for a quarter of a second before it checks them again.
    func wait(for chapters: Int, inJob number: Int) throws {
        var job = JSONValue.null
        try Poll.wait(for: "\(chapters) chapters in job \(number)") {
            job = try quietly("GET", "/jobs/\(number)").json()
            return job["completed_chapters"]?.integer == Int64(chapters)
        }
        let record = "/storyboards/\(try #require(job["storyboard"]?.text))/mosaic.json"
        try Poll.wait(for: "\(chapters) tiles in \(record)") {
            let answer = try quietly("GET", record)
            guard answer.status == 200 else { return chapters == 0 }
            return try answer.json()["tiles"]?.list.count == chapters
        }
    }

    /// Waits until a job is in a state.
    func wait(forJob number: Int, toBe state: String) throws {
        try Poll.wait(for: "job \(number) to be \(state)") {
            try quietly("GET", "/jobs/\(number)").json()["state"]?.text == state
        }
    }
}
