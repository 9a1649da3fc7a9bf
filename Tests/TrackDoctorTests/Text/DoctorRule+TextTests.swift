import Testing
import WebVTT

@testable import TrackDoctor

struct DoctorRuleTextTests {
    private func rules(_ payloads: [String]) -> [String] {
        Diagnosis(examining: Array(track(payloads: payloads).utf8)).findings.map(\.rule)
    }

    @Test func `subtitles have one finding and no other`() throws {
        let payloads = ["- Where were you?\n- At home.", "<v Ann>I don't know.", "Never.", "He said: https, not http"]
        #expect(try DoctorRule.subtitles.lines(in: track(payloads: payloads)) == [3])
        #expect(rules(payloads) == ["subtitles"])
    }

    @Test func `one word is a subtitle in a SubRip file alone`() {
        let text = "1\n00:00:00,000 --> 00:00:05,000\nHi\n"
        #expect(Diagnosis(examining: Array(text.utf8)).findings.map(\.rule) == ["subtitles"])
        let picture = Diagnosis(examining: Array(text.replacing("Hi", with: "a.jpg").utf8)).findings
        #expect(picture.map(\.rule).contains("decimal-commas"))
        let point = Diagnosis(examining: Array(text.replacing(",", with: ".").utf8)).findings
        #expect(point.map(\.rule).contains("signature"))
    }

    @Test(arguments: [
        ["my film 1.jpg", "my film 2.png?v=1 2", "a.jpg"], ["a b#xywh=0,0,1,1", "c d", "e f"], ["sheet"], [],
        ["https://cdn.example/a b", "https://cdn.example/a c"], ["words and words", "a.jpg", "b.jpg"],
        ["a b#xywh=-1,0,0,0", "c d"],
    ])
    func `URLs are not subtitles, with spaces or without`(payloads: [String]) {
        #expect(!rules(payloads).contains("subtitles"))
    }

    @Test(arguments: [("WEBVTT\n\n", []), ("\u{FEFF}WEBVTT x\n\n", []), ("webvtt\n\n", [1]), ("", [1]), ("1\n", [1])])
    func `a missing or misspelled signature is found on line 1`(beginning: String, lines: [Int]) throws {
        #expect(try DoctorRule.signature.lines(in: beginning + "00:00.000 --> 00:01.000\na") == lines)
    }

    private static let file = track(payloads: ["é👍.jpg#xywh=0,0,16,9", "b.jpg#xywh=0,0,16,9"])

    private static func encoded(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    @Test(arguments: ["", "\u{FEFF}"], [false, true])
    func `UTF-16 is said to be that, and the rest is read`(mark: String, isBigEndian: Bool) throws {
        let bytes = Self.encoded(mark + Self.file, isBigEndian: isBigEndian)
        #expect(Diagnosis(examining: bytes).findings.map(\.rule) == ["wrong-encoding"])
        let cues = try TrackExamination(bytes).cues
        #expect(cues.map(\.cue.text) == ["é👍.jpg#xywh=0,0,16,9", "b.jpg#xywh=0,0,16,9"])
        #expect(cues.map(\.line) == [3, 6])
    }

    @Test func `UTF-8 is accepted, UTF-16 is read despite an odd byte at the end, UTF-32 is not a track`() {
        #expect(Diagnosis(examining: Array(Self.file.utf8)).findings == [])
        let odd = Self.encoded("\u{FEFF}" + Self.file, isBigEndian: false) + [0x41]
        #expect(Diagnosis(examining: odd).findings.map(\.rule) == ["wrong-encoding"])
        let wide: [UInt8] = [0xFF, 0xFE, 0, 0, 0x57, 0, 0, 0]
        #expect(Diagnosis(examining: wide).findings.map(\.rule) == ["not-a-track"])
    }

    @Test func `a byte order mark is found where the file begins, and nowhere else`() throws {
        #expect(try DoctorRule.byteOrderMark.lines(in: "\u{FEFF}WEBVTT") == [1])
        #expect(try DoctorRule.byteOrderMark.lines(in: "WEBVTT\n\n\u{FEFF}") == [])
    }

    @Test func `bytes that are not UTF-8 and NUL are found on their lines`() throws {
        let file = Array("WEBVTT\r\n\r\nNOTE é👍 \u{FFFD}\n".utf8) + [0x61, 0xFC, 0x0A, 0x62, 0x00, 0x0A, 0xE2, 0x82]
        #expect(try DoctorRule.encoding.lines(in: file) == [4, 5, 6])
    }

    @Test func `text beyond ASCII is in order`() throws {
        #expect(try DoctorRule.encoding.lines(in: track(payloads: ["é👍.jpg#xywh=0,0,1,1"])) == [])
    }

    @Test func `CRLF and CR are found on their lines`() throws {
        #expect(try DoctorRule.lineEnds.lines(in: "WEBVTT\r\n\nNOTE\r\rx\n\r\n") == [1, 3, 4, 6])
        let finding = try #require(DoctorRule.lineEnds.finding(in: TrackExamination(Array("WEBVTT\r\n\r".utf8))))
        #expect(finding.occurrences.map(\.message) == ["The line ends in CRLF.", "The line ends in CR."])
    }

    @Test func `LF is in order, and so is a last line without any`() throws {
        #expect(try DoctorRule.lineEnds.lines(in: "WEBVTT\n\nNOTE") == [])
    }

    @Test func `an even number of blank lines in front of a cue is found`() throws {
        let cue = "00:00.000 --> 00:01.000\na.jpg"
        #expect(try DoctorRule.blankLines.lines(in: "WEBVTT\n\n\n\(cue)\n\n\n1\n\(cue)\n\n\n\n\n\n\(cue)") == [4, 8])
    }

    @Test func `an odd number, and blank lines that no cue follows, are in order`() throws {
        let cue = "00:00.000 --> 00:01.000\na.jpg"
        let file = "WEBVTT\n\n\nNOTE a\n\n\(cue)\n\n\n\n\(cue)\n\n\n"
        #expect(try DoctorRule.blankLines.lines(in: file) == [])
    }

    private let cue = "00:00.000 --> 00:01.000\na.jpg"

    @Test func `a blank line with spaces in it is found, and cues without any between them`() throws {
        let file = "WEBVTT\n\n\(cue)\n \t\n\(cue)\n\(cue)\n\n\(cue)"
        #expect(try DoctorRule.unseparatedCues.lines(in: file) == [5, 8])
        #expect(try DoctorRule.unseparatedCues.lines(in: "WEBVTT\n\(cue)") == [2])
        #expect(try DoctorRule.unseparatedCues.lines(in: "WEBVTT\n \n\(cue)") == [2])
    }

    @Test func `cues with an empty line between them are accepted, also with other blocks`() throws {
        let file = "\(cue)\n \n\nNOTE a\nb\n\n \n1\n\(cue)\n\n\n\(cue)\n \n"
        #expect(try DoctorRule.unseparatedCues.lines(in: file) == [])
    }

    @Test func `an error page is found to be no track`() {
        let findings = Diagnosis(examining: Array("<!DOCTYPE html><title>404</title>".utf8)).findings
        #expect(findings.map(\.rule) == ["not-a-track"])
        #expect(findings.first?.line == 1)
    }
}
