import Foundation
import Mosaic
import MosaicFixtures
import Seeded
import Testing
import WebVTT

struct ChapterListTests {
    private func entries(_ text: String) throws -> [ChapterList.Entry] {
        try ChapterList(parsing: text, name: "chapters.txt").entries
    }

    @Test(
        arguments: [
            ("1:23 One", 83_000, "One"), ("1:02:03 One two", 3_723_000, "One two"), ("83.5 One", 83_500, "One"),
            ("01:02:03.500 - One", 3_723_500, "One"), ("0:00 \u{2013} One", 0, "One"), ("0:00\tOne", 0, "One"),
            ("0:00\u{2014}One", 0, "One"), ("  [1:23] One  ", 83_000, "One"), ("(1:23) - One", 83_000, "One"),
            ("[ 1:23 ]One", 83_000, "One"), ("1:23-One", 83_000, "One"), ("1:23 -5 degrees", 83_000, "-5 degrees"),
            ("1:23 - - One", 83_000, "- One"), ("1:23 10:00 o'clock", 83_000, "10:00 o'clock"),
            ("1:23 # One", 83_000, "# One"), ("7 Samurai", 7_000, "Samurai"), ("1:23", 83_000, nil),
            ("1:23 -", 83_000, nil), ("[1:23]", 83_000, nil), ("1:23\u{A0}日本", 83_000, "日本"),
        ] as [(String, Int64, String?)])
    func `a line is a time and a title`(line: String, milliseconds: Int64, title: String?) throws {
        let entries = try entries(line)
        #expect(entries.map(\.time.milliseconds) == [milliseconds])
        #expect(entries.map(\.title) == [title])
    }

    @Test(
        arguments: [
            "Title 1:23", "Title", "1:23Title", "[1:23 Title", "[1:23) Title", "-1:23 Title", "1:2:3 Title",
            "1:60 Title", "1. 0:00 Title", "1:23.", "[Title] 1:23", "1:23: Title", "99999999999999999999 Title",
            "1:23\u{301} Title", "file.jpg,1:23",
        ])
    func `a line that begins with no time is named`(line: String) {
        let error = failure { try entries("# chapters\n\n0:00 One\r\n\(line)\n") }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "chapters.txt:4")
    }

    @Test(arguments: ["[{\"title\": \"x\"}]", " [\n {}]"])
    func `an array of JSON is answered by the object that is read`(text: String) {
        let error = failure { try entries(text) }
        #expect(error?.code == .malformed && error?.reason.contains("{\"chapters\": [") == true)
    }

    @Test func `empty lines, comments and a byte order mark are skipped`() throws {
        let entries = try entries("\u{FEFF}0:10 One\n\n   \n# 0:15 no\n  #\n0:20 Two\r0:30\r\n")
        #expect(entries.map(\.time.milliseconds) == [10_000, 20_000, 30_000])
        #expect(entries.map(\.line) == [1, 6, 7])
        #expect(try self.entries("# nothing\n").isEmpty)
    }

    @Test func `entries come in the order of time, and no two have the same`() throws {
        #expect(try entries("0:30 C\n0:10 A\n0:20 B").map(\.title) == ["A", "B", "C"])
        let error = failure { try entries("0:30 C\n0:10 A\n30.0 B") }
        #expect(error?.description == "chapters.txt:3: Line 1 has the same time, 00:00:30.000.")
    }

    @Test func `more entries or bytes than the limits are refused`() throws {
        let lines = (0..<ChapterList.mostEntries).map { "\($0) T" }
        #expect(try entries(lines.joined(separator: "\n")).count == 10_000)
        let text = (lines + ["10000"]).joined(separator: "\n")
        #expect(failure { try entries(text) }?.code == .limitExceeded)
        let metadata = ";FFMETADATA1\n" + lines.indices.map { "[CHAPTER]\nSTART=\($0)000000000\n" }.joined()
        #expect(try entries(metadata).count == 10_000)
        #expect(failure { try entries(metadata + "[CHAPTER]\nSTART=1\n") }?.code == .limitExceeded)
        let long = "0:00 " + String(repeating: "x", count: ChapterList.longestText - 5)
        #expect(try entries(long).count == 1)
        #expect(failure { try entries(long + "x") }?.code == .limitExceeded)
    }

    @Test func `a file is read up to the limit, and an absent or empty one is named`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("c.txt")
        try folder.write(Array("0:05 One\n".utf8), to: "c.txt")
        #expect(try ChapterList(contentsOf: path).entries.map(\.title) == ["One"])
        try folder.write(Array("# none\n".utf8), to: "c.txt")
        #expect(failure { try ChapterList(contentsOf: path) }?.description == "c.txt: The list names no time.")
        try folder.write([UInt8](repeating: 10, count: ChapterList.longestText + 1), to: "c.txt")
        #expect(failure { try ChapterList(contentsOf: path) }?.code == .limitExceeded)
        #expect(failure { try ChapterList(contentsOf: path + "x") }?.code == .notFound)
    }

    @Test func `a written list is read back`() throws {
        var random = SeededGenerator(seed: 15)
        let letters = Array("aZ09 -\u{2013}()[]:;=#\\.,\"'<&日ü\u{301}\u{2028}\t")
        for _ in 0..<500 {
            var times: Set<Int64> = []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                times.insert(Int64.random(in: 0...Int64.random(in: 1...400_000_000, using: &random), using: &random))
            }
            let chapters = times.shuffled(using: &random).map { time in
                let count = Int.random(in: 0...8, using: &random)
                let title = String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
                return (time: time, title: title)
            }
            let expected = chapters.sorted { $0.time < $1.time }.map { "\($0.time) \(oneLine($0.title))" }
            for text in [lines(chapters, using: &random), metadata(chapters, using: &random)] {
                let read = try entries(text).map { "\($0.time.milliseconds) \($0.title ?? "")" }
                #expect(read == expected, "\(text)")
            }
        }
    }

    private func oneLine(_ title: String) -> String {
        title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }

    private func lines(_ chapters: [(time: Int64, title: String)], using random: inout SeededGenerator) -> String {
        chapters.map { time, title in
            let thousandths = String(1000 + time % 1000).dropFirst()
            let two = { (number: Int64) in String(100 + number % 100).dropFirst() }
            let (hours, minutes, seconds) = (time / 3_600_000, time / 60_000, time / 1000)
            let spelled =
                [
                    "\(seconds).\(thousandths)", "\(minutes):\(two(seconds % 60)).\(thousandths)",
                    "\(hours):\(two(minutes % 60)):\(two(seconds % 60)).\(thousandths)",
                    "\(Timestamp(milliseconds: time))",
                ].randomElement(using: &random) ?? ""
            let brackets = [("", ""), ("[", "]"), ("(", ")")].randomElement(using: &random) ?? ("", "")
            let dash = [" - ", "\t\u{2013} ", " \u{2014}\t"].randomElement(using: &random) ?? ""
            return brackets.0 + spelled + brackets.1 + dash + title
        }.joined(separator: ["\n", "\r\n", "\n\n# x\n"].randomElement(using: &random) ?? "")
    }

    private func metadata(_ chapters: [(time: Int64, title: String)], using random: inout SeededGenerator) -> String {
        var text = ";FFMETADATA1\ntitle=Film\\=1\n"
        for (time, title) in chapters {
            var escaped = ""
            for scalar in title.unicodeScalars {
                if "=;#\\\n".unicodeScalars.contains(scalar) { escaped += "\\" }
                escaped.unicodeScalars.append(scalar)
            }
            let unit =
                [("1/1000", time), ("1/1000000", time * 1000), ("1/90000", time * 90), (nil, time * 1_000_000)]
                .randomElement(using: &random) ?? (nil, 0)
            text += "[CHAPTER]\n" + (unit.0.map { "TIMEBASE=\($0)\n" } ?? "")
            text += "START=\(unit.1)\nEND=\(unit.1 + 1)\ntitle=\(escaped)\n; comment\n"
        }
        return text + "[STREAM]\ntitle=no\n"
    }
}
