import Seeded
import Testing
import Tiers

@testable import WebVTT

@Suite struct CueTrackParsingTests {
    private func texts(_ file: String) throws -> [String] {
        try CueTrack(parsing: Array(file.utf8)).cues.map(\.text)
    }

    @Test func `identifier, times, settings and text are kept as they stand`() throws {
        let file = "WEBVTT - title\n\nchapter 1\n00:01.000 -->\t1:00:02.500  align:left line:0 \na &amp; b\n<i>c\n"
        let expected = Cue(
            id: "chapter 1", start: Timestamp(milliseconds: 1000), end: Timestamp(milliseconds: 3_602_500),
            settings: "align:left line:0 ", text: "a &amp; b\n<i>c")
        #expect(try CueTrack(parsing: Array(file.utf8)).cues == [expected])
    }

    @Test(arguments: ["WEBVTT", "WEBVTT\n", "WEBVTT\r", "WEBVTT ", "WEBVTT\tx", "\u{FEFF}WEBVTT", "WEBVTT\n\n\n"])
    func `a signature alone is a track without cues`(file: String) throws {
        #expect(try texts(file) == [])
    }

    @Test(arguments: [
        "", "W", "WEBVT", "webvtt", " WEBVTT", "\nWEBVTT", "WEBVTTX", "WEBVTT\0", "WEBVTT\u{0C}",
        "\u{FEFF}\u{FEFF}WEBVTT",
        "1\n00:00:00,000 --> 00:00:01,000\nx",
    ])
    func `a file without the signature is refused on line 1`(file: String) {
        #expect {
            try CueTrack(parsing: Array(file.utf8))
        } throws: { error in
            (error as? WebVTTError)?.code == .notWebVTT && (error as? WebVTTError)?.line == 1
        }
    }

    @Test func `a second arrow line ends the block and begins the next`() throws {
        let file = "WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb\n00:03.000 --> 00:04.000\n-->\nc"
        #expect(try texts(file) == ["a", "b", ""])
    }

    @Test func `a line with an arrow in the header is the first of a block`() throws {
        #expect(try texts("WEBVTT\nnote\n00:01.000 --> 00:02.000\na") == ["a"])
        #expect(try texts("WEBVTT\n00:01.000 --> 00:02.000\na") == ["a"])
    }

    @Test func `blocks without times are skipped`() throws {
        let file =
            "WEBVTT\n\nSTYLE\n::cue {}\n\nREGION\nid:a\n\nNOTE\nx\n\nid\nnot a time --> 00:01.000\nlost\n\n"
            + "00:00.000 --> 00:01.000\nkept"
        #expect(try texts(file) == ["kept"])
    }

    @Test func `several lines before an arrow are not an identifier`() throws {
        #expect(try texts("WEBVTT\n\na\nb\n00:00.000 --> 00:01.000\nc") == ["c"])
        #expect(try CueTrack(parsing: Array("WEBVTT\n\na\nb\n00:00.000 --> 00:01.000\nc".utf8)).cues[0].id == "")
    }

    @Test func `every kind of line end counts once and becomes LF in texts`() throws {
        #expect(try texts("WEBVTT\r\n\r\n00:00.000 --> 00:01.000\r\na\r\nb\rc\nd\n\re") == ["a\nb\nc\nd"])
    }

    @Test func `bad UTF-8 and NUL become replacement characters without moving line ends`() throws {
        var bytes = Array("WEBVTT\n\n".utf8) + [0xE2, 0x82, 0x0A]
        bytes += Array("00:00.000 --> 00:01.000\n".utf8) + [0x61, 0, 0xFF, 0xC3, 0x0D, 0xF0, 0x9F, 0x92, 0x62]
        let cue = try #require(CueTrack(parsing: bytes).cues.first)
        #expect(cue.id == "\u{FFFD}")
        #expect(cue.text == "a\u{FFFD}\u{FFFD}\u{FFFD}\n\u{FFFD}b")
    }

    @Test func `an end before the start is the track's business`() throws {
        let cue = try #require(CueTrack(parsing: Array("WEBVTT\n\n00:05.000 --> 00:01.000\na".utf8)).cues.first)
        #expect(cue.end < cue.start)
    }

    @Test func `random bytes never trap`() {
        var random = SeededGenerator(seed: 3)
        let pieces = [
            "-->", " --> ", "00:00.000", "1:00:00.000", "\n", "\n\n", "\r", "\r\n", "\0", "\u{FEFF}", "STYLE\n", "NOTE",
            "\n00:00.000 --> 00:01.000\n", "a.jpg#xywh=0,0,1,1", "99999999999999999999:00:00.000", "é", ":", ".", "-",
            ">",
        ].map { Array($0.utf8) }
        var cues = 0
        for _ in 0..<10_000 {
            var bytes = Bool.random(using: &random) ? Array("WEBVTT\n".utf8) : Array("WEBVTT".utf8)
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                if Int.random(in: 0..<4, using: &random) == 0 {
                    bytes.append(.random(in: 0...255, using: &random))
                } else if let piece = pieces.randomElement(using: &random) {
                    bytes += piece
                }
            }
            guard let track = try? CueTrack(parsing: bytes) else { continue }
            cues += track.cues.count
            // What was read can be written, and read again as the same cues.
            let written = track.serialized()
            #expect((try? CueTrack(parsing: written))?.serialized() == written)
        }
        #expect(cues > 1000)
    }

    @Test(arguments: ["-->\n", "\n", "a\n", "a\n-->\n", "\r", "00:00.000 --> 00:01.000\n", "x\nSTYLE\n\n", "-->-->"])
    func `thousands of repetitions of any piece are parsed`(piece: String) throws {
        let count = Tier.rounds(200_000, quick: 20_000).count
        let bytes = Array("WEBVTT\n\n".utf8) + repeatElement(Array(piece.utf8), count: count).joined()
        let expected = piece.hasPrefix("00:") ? count : 0
        #expect(try CueTrack(parsing: bytes).cues.count == expected)
    }

    @Test func `one line of a million digits is a time`() throws {
        let hours = String(repeating: "9", count: 1_000_000)
        let file = "WEBVTT\n\n00:00.000 --> \(hours):00:00.000\na"
        #expect(try CueTrack(parsing: Array(file.utf8)).cues.first?.end == .latest)
    }
}
