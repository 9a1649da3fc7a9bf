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

    /// Waits until so many chapters of a job are composed, and its state is written.
    func wait(for chapters: Int, inJob number: Int) throws {
        try Patience.wait(for: "\(chapters) chapters in job \(number)") {
            try quietly("GET", "/jobs/\(number)").json()["completed_chapters"]?.integer == Int64(chapters)
        }
    }

    /// Waits until a job is in a state.
    func wait(forJob number: Int, toBe state: String) throws {
        try Patience.wait(for: "job \(number) to be \(state)") {
            try quietly("GET", "/jobs/\(number)").json()["state"]?.text == state
        }
    }
}
