import Seeded
import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DiagnosisTests {
    private func rules(_ file: String, duration: Timestamp? = nil) -> [String] {
        Diagnosis(examining: Array(file.utf8), duration: duration).findings.map(\.rule)
    }

    @Test func `a track in the safe profile is in good health`() {
        let cues = (0..<500).map { index in
            Cue(
                start: Timestamp(milliseconds: Int64(index) * 2500),
                end: Timestamp(milliseconds: Int64(index + 1) * 2500),
                text: "sheet-\(index / 25).jpg#xywh=\(index % 25 * 16),0,16,9")
        }
        let bytes = CueTrack(cues: cues).serialized()
        #expect(Diagnosis(examining: bytes, duration: cues.last?.end) == Diagnosis())
        #expect(!Diagnosis(examining: bytes).breaksPlayers)
    }

    @Test func `findings that break players come first, whenever they were added`() {
        var diagnosis = Diagnosis(examining: Array(track(times: [(0, 1000), (1500, 1600), (1600, 2000)]).utf8))
        #expect(diagnosis.findings.map(\.rule) == ["gaps", "shared-seconds"])
        let rule = DoctorRule<Int>("late", .breaks, affected: "", fix: "") { _, found in found.note("x") }
        diagnosis.add([rule.finding(in: 0)].compactMap(\.self))
        #expect(diagnosis.findings.map(\.rule) == ["gaps", "late", "shared-seconds"])
    }

    @Test func `advice alone breaks no player`() {
        #expect(rules(track(times: [(0, 2500), (2500, 2900), (2900, 4000)])) == ["shared-seconds"])
        #expect(!Diagnosis(examining: Array(track(times: [(0, 2500), (2500, 2900), (2900, 4000)]).utf8)).breaksPlayers)
    }

    @Test func `a track with nearly every fault has a finding for each of them`() {
        let file = """
            1\r
            00:00:05,0 --> 00:00:06.500 line:0\r
            a.jpg#0,0,16,9\r
            \r
            00:00:08.000 --> 00:00:09.000\r
            b.jpg?x&amp;y#xywh=percent:0,0,50,50

            00:00:07.000 --> 00:00:07.000
            c.jpg
            """
        #expect(
            rules(file, duration: Timestamp(milliseconds: 10_000)) == [
                "signature", "line-ends", "decimal-commas", "identifiers", "settings", "escaped-ampersands",
                "missing-fragments", "bare-fragments", "percent-units", "order", "first-cue", "gaps", "zero-lengths",
                "last-cue",
            ])
    }

    @Test func `any bytes have a diagnosis`() {
        var random = SeededGenerator(seed: 11)
        let pieces = [
            "WEBVTT\n\n", "00:00.000", " --> ", "1,5", "\n", "\r", "a#xywh=", "1,2,3,4", "&amp;", "é", "\0", "%",
        ]
        var found: Set<String> = []
        for _ in 0..<5000 {
            var bytes = Array((Bool.random(using: &random) ? "WEBVTT\n\n" : "").utf8)
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
                if Int.random(in: 0..<20, using: &random) == 0 { bytes.append(.random(in: 0...255, using: &random)) }
            }
            found.formUnion(Diagnosis(examining: bytes, duration: Timestamp(milliseconds: 1000)).findings.map(\.rule))
        }
        #expect(found.count > 15)
    }
}
