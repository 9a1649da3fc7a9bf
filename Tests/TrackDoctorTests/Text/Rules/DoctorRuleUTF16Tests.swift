import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleUTF16Tests {
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
}
