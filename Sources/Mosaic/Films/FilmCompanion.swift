import Foundation
import MosaicSystem
package import WebVTT

/// The facts in a file `{name}.json` next to a film `{name}.mp4`: title, length and chapters.
///
/// Other keys are ignored, so that files of yt-dlp work unchanged.
package struct FilmCompanion: Hashable, Sendable {
    /// The film's title; nil without one.
    package private(set) var title: String?
    /// The film's length; `nil` if the file does not state it.
    package private(set) var duration: Timestamp?
    /// The chapters in the order of their times.
    package private(set) var chapters: [ChapterList.Entry] = []

    /// The name of the companion file of a film; nil if `film` is not a film's name.
    package static func name(beside film: String) -> String? { FilmName(film).map { $0.stem + ".json" } }

    /// Reads a file.
    ///
    /// - Throws: as ``init(parsing:name:)``, `limitExceeded`, `unavailable`.
    package init(path: String) throws {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let bytes = try MosaicError.translating {
            try FileReader.read(path, name: name, limit: ChapterList.longestText)
        }
        try self.init(parsing: bytes, name: name)
    }

    /// Parses `{"title", "duration", "chapters": [{"title", "start"}]}`, where times are seconds or text such as
    /// `1:23`; `time` and `start_time` are other names of `start`.
    ///
    /// - Throws: `malformed` naming line and key; `limitExceeded`.
    package init(parsing bytes: [UInt8], name: String) throws {
        var reader = JSONReader(bytes)
        do throws(MosaicError) {
            try read(&reader)
            try reader.end()
        } catch {
            var lines = LineCount()
            throw MosaicError(
                .malformed, "\(name):\(lines.line(of: reader))",
                error.description(in: bytes) + " Correct the file, or remove it.")
        }
        if !chapters.isEmpty { try ChapterList.checkRoom(chapters.count - 1, name) }
        chapters.sort { $0.time < $1.time }
    }

    private mutating func read(_ reader: inout JSONReader) throws(MosaicError) {
        var found = FilmCompanion()
        var lines = LineCount()
        try reader.object { reader, key throws(MosaicError) in
            switch key {
            case "title": found.title = try reader.text()
            case "duration": found.duration = try reader.time()
            case "chapters": found.chapters = try reader.takeNull() ? [] : Self.chapters(&reader, &lines)
            default: try reader.skip()
            }
        }
        self = found
    }

    private init() {}

    private static func chapters(
        _ reader: inout JSONReader, _ lines: inout LineCount
    ) throws(MosaicError) -> [ChapterList.Entry] {
        try reader.array { reader throws(MosaicError) in try chapter(&reader, &lines) }
    }

    private static func chapter(
        _ reader: inout JSONReader, _ lines: inout LineCount
    ) throws(MosaicError) -> ChapterList.Entry {
        var title: String?
        var start: Timestamp?
        try reader.object { reader, key throws(MosaicError) in
            switch key {
            case "title": title = try reader.text()
            case "start", "time", "start_time": start = try reader.time() ?? start
            default: try reader.skip()
            }
        }
        guard let start else { throw MosaicError(json: "It has no start.") }
        return ChapterList.Entry(line: lines.line(of: reader), time: start, title: title ?? "")
    }
}

/// Counts a reader's lines; examines each byte once, for any number of calls.
private struct LineCount {
    private var line = 1
    private var position = 0

    /// The line that the reader has reached, counted from 1.
    mutating func line(of reader: JSONReader) -> Int {
        // The newline at the end of the text does not begin a line.
        let end = reader.bytes.last == UInt8(ascii: "\n") ? reader.bytes.count - 1 : reader.bytes.count
        let passed = min(max(position, reader.position), max(position, end))
        line += reader.bytes[position..<passed].count { $0 == UInt8(ascii: "\n") }
        position = max(position, reader.position)
        return line
    }
}

extension JSONReader {
    /// Reads text; nil for `null` and for white space alone.
    fileprivate mutating func text() throws(MosaicError) -> String? {
        if takeNull() { return nil }
        let text = try string()
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    /// Reads a time: seconds as a number, or text such as `1:23`; nil for `null`.
    fileprivate mutating func time() throws(MosaicError) -> Timestamp? {
        if takeNull() { return nil }
        let first = position
        let text: String
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            text = try string()
        } else {
            try skip()
            text = String(decoding: bytes[first..<position], as: UTF8.self)
        }
        if let time = Timestamp(parsing: text, grammar: .human) { return time }
        // Programs also write numbers such as 1e2.
        if let seconds = Double(text), seconds >= 0, let time = Timestamp(seconds: seconds) { return time }
        throw MosaicError(json: "\"\(text.prefix(40))\" is not a time; write seconds (83.5) or hh:mm:ss.mmm.")
    }
}
