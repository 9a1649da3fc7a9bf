import Foundation
import Testing
import WebVTT

@testable import PlayerFormats

private let ffmpeg = SystemTool("ffmpeg")

struct ChapterDocumentsTests {
    typealias Chapter = (start: Timestamp, end: Timestamp, title: String)

    /// Titles that end cues, tags, lines and entries where they are written without care.
    static let titles = [
        "Opening", "a --> b", "00:00:01.000 --> 00:00:02.000", "<b>Tom & Jerry</b> &amp; \"friends\"", "x=y; #1 \\o/",
        "[CHAPTER]", "NOTE no note", "Füße 映画 🎬", "STYLE",
    ]

    static func chapters(_ titles: [String] = titles) -> [Chapter] {
        titles.enumerated().map { number, title in
            let start = Int64(number) * 61_001 + 4_000
            return (Timestamp(milliseconds: start), Timestamp(milliseconds: start + 61_001), title)
        }
    }

    @Test func `titles are read back from WebVTT unchanged`() throws {
        let chapters = Self.chapters()
        let read = try ChapterDocuments.chapters(parsing: ChapterDocuments.webVTT(chapters))
        #expect(read.map(\.title) == Self.titles)
        #expect(read.map(\.start) == chapters.map(\.start))
        #expect(read.map(\.end) == chapters.map(\.end))
    }

    @Test func `a chapter is a cue without identifier and settings`() {
        let chapters: [Chapter] = [(Timestamp(milliseconds: 4_000), Timestamp(milliseconds: 397_000), "I & II")]
        let text = String(decoding: ChapterDocuments.webVTT(chapters), as: UTF8.self)
        #expect(text == "WEBVTT\n\n00:00:04.000 --> 00:06:37.000\nI &amp; II\n")
    }

    @Test func `line ends of titles become one space, and NUL the replacement character`() throws {
        let chapters = Self.chapters(["one\r\n\r\ntwo\n", "\n\n", "a\0b"])
        let read = try ChapterDocuments.chapters(parsing: ChapterDocuments.webVTT(chapters))
        #expect(read.map(\.title) == ["one two", "", "a\u{FFFD}b"])
    }

    @Test func `no document has a control character that a terminal obeys`() {
        let chapters = Self.chapters(["a\u{1B}[31mb\u{7}c\u{7F}\u{9B}d\te"])
        for file in [ChapterDocuments.webVTT(chapters), ChapterDocuments.ffmetadata(chapters)] {
            let text = String(decoding: file, as: UTF8.self)
            #expect(text.contains("a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}\u{FFFD}d\te"))
        }
    }

    @Test func `a chapter that lasts no time is left out of both documents`() {
        let time = Timestamp(milliseconds: 5)
        #expect(String(decoding: ChapterDocuments.webVTT([(time, time, "x")]), as: UTF8.self) == "WEBVTT\n")
        #expect(String(decoding: ChapterDocuments.ffmetadata([(time, time, "x")]), as: UTF8.self) == ";FFMETADATA1\n")
    }

    @Test func `tags, unknown entities and line ends of foreign cues are read as players show them`() throws {
        let file =
            "WEBVTT\n\n1\n00:00.000 --> 00:01.000 align:start\n<v Fred>Hi, <i>there</i>\n&lt;3 &copy &nope; 1 < 2\n"
        let read = try ChapterDocuments.chapters(parsing: Array(file.utf8))
        #expect(read.map(\.title) == ["Hi, there <3 &copy &nope; 1 "])
    }

    @Test func `a file that is not WebVTT is malformed`() {
        let error = #expect(throws: ThumbnailFormatError.self) {
            try ChapterDocuments.chapters(parsing: Array("{}".utf8))
        }
        #expect(error?.code == .malformed)
    }

    @Test(.enabled(if: ffmpeg != nil, "ffmpeg is not installed"))
    func `ffmpeg reads times and titles of the metadata file as they are`() throws {
        let chapters = Self.chapters(Self.titles + ["two\nlines", "ends with \\"])
        let outcome = try #require(ffmpeg).run(
            ["-v", "error", "-i", "a.ffmetadata", "-f", "ffmetadata", "-"],
            files: ["a.ffmetadata": ChapterDocuments.ffmetadata(chapters)])
        #expect(outcome.errors == "")
        // Its own file says who wrote it.
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("encoder=") }
        #expect(lines.joined(separator: "\n") == String(decoding: ChapterDocuments.ffmetadata(chapters), as: UTF8.self))
    }

    @Test(.enabled(if: SystemTool("ffprobe") != nil, "ffprobe is not installed"))
    func `no line end of a title begins another entry in ffprobe`() throws {
        let title = "one\rartist=two\r\n[CHAPTER]\ngenre=three"
        let outcome = try #require(SystemTool("ffprobe")).run(
            ["-v", "error", "-show_chapters", "-of", "json", "a.ffmetadata"],
            files: ["a.ffmetadata": ChapterDocuments.ffmetadata(Self.chapters([title]))])
        let report = try JSONDecoder().decode([String: [ProbedChapter]].self, from: Data(outcome.text.utf8))
        #expect(report["chapters"]?.map(\.tags) == [["title": title]])
    }

    private struct ProbedChapter: Decodable {
        let tags: [String: String]
    }

    @Test(.enabled(if: SystemTool("ffprobe") != nil, "ffprobe is not installed"))
    func `ffprobe tells the same chapters`() throws {
        let chapters = Self.chapters()
        let outcome = try #require(SystemTool("ffprobe")).run(
            ["-v", "error", "-show_chapters", "-of", "compact=p=0:nk=1:e=none", "a.ffmetadata"],
            files: ["a.ffmetadata": ChapterDocuments.ffmetadata(chapters)])
        #expect(outcome.lines.count == chapters.count)
        for (line, chapter) in zip(outcome.lines, chapters) {
            let fields = line.split(separator: "|").map(String.init)
            #expect(fields.contains("\(chapter.start.milliseconds)"))
            #expect(fields.contains("\(chapter.end.milliseconds)"))
            #expect(line.hasSuffix("|\(chapter.title)"))
        }
    }
}
