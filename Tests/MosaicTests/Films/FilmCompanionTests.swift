import Testing
import Tiers
import WebVTT

@testable import Mosaic

/// Files beside films.
struct FilmCompanionTests {
    private func parse(_ text: String) throws -> FilmCompanion {
        try FilmCompanion(parsing: Array(text.utf8), name: "film.json")
    }

    private func fault(_ text: String) -> String? {
        do {
            _ = try parse(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `title, length and chapters are read, other keys are ignored`() throws {
        let companion = try parse(
            """
            {"id": [1, {"x": null}], "title": "A film", "duration": 61.5, "view_count": 7,
             "chapters": [{"start": 30, "title": "Two"}, {"time": "0:10", "title": "One"}, {"start": 1e2}]}
            """)
        #expect(companion.title == "A film")
        #expect(companion.duration == Timestamp(milliseconds: 61_500))
        #expect(companion.chapters.map(\.time.milliseconds) == [10_000, 30_000, 100_000])
        #expect(companion.chapters.map(\.title) == ["One", "Two", nil])
    }

    @Test func `chapters as yt-dlp writes them are read`() throws {
        let companion = try parse(
            #"{"title": "T", "chapters": [{"start_time": 0.0, "end_time": 83.5, "title": "<Untitled Chapter 1>"}]}"#)
        #expect(companion.chapters == [ChapterList.Entry(line: 1, time: .zero, title: "<Untitled Chapter 1>")])
        #expect(companion.duration == nil)
    }

    @Test func `a chapter has the line in which it ends`() throws {
        let companion = try parse("{\n\"chapters\": [\n{\"start\": 9},{\"start\": 2\n},\n\n{\"start\": 5}]}")
        #expect(companion.chapters.map(\.line) == [4, 6, 3])
    }

    @Test func `too many chapters are refused in a file of any length`() throws {
        let chapters = String(repeating: "{\"start\":1},", count: Tier.isThorough ? 300_000 : 20_000).dropLast()
        #expect(fault("{\"chapters\":[\(chapters)]}")?.contains("10000") == true)
    }

    @Test func `null is the same as nothing`() throws {
        let companion = try parse(#"{"title": null, "duration": null, "chapters": null}"#)
        #expect(companion.title == nil && companion.duration == nil && companion.chapters.isEmpty)
        #expect(try parse(#"{"title": "  "}"#).title == nil)
    }

    @Test func `line and key of a fault are named`() {
        #expect(fault("{\n\"title\": 7}")?.contains("film.json:2: title: It is not a string") == true)
        #expect(
            fault("{\"chapters\": [{\"start\": 1},\n\n{\"title\": \"x\"}]}")?.contains("film.json:3: chapters.1")
                == true)
        #expect(fault("{\"duration\": -5}")?.contains("duration: \"-5\" is not a time") == true)
        #expect(fault("{\"duration\": \"soon\"}")?.contains("\"soon\" is not a time") == true)
        #expect(fault("[]") != nil)
        #expect(fault("{} {}") != nil)
        #expect(fault("") != nil)
        #expect(fault("{\"title\": \"x\"") != nil)
    }

    @Test func `a film's file has its name with another extension`() {
        #expect(FilmCompanion.name(beside: "a.b.MKV") == "a.b.json")
        #expect(FilmCompanion.name(beside: "a/film.mp4") == "a/film.json")
        #expect(FilmCompanion.name(beside: "film.txt") == nil)
        #expect(FilmName(".mp4") == nil && FilmName("a/.mp4") == nil && FilmName("mp4") == nil && FilmName("") == nil)
    }
}
