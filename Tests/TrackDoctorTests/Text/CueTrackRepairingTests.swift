import Seeded
import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct CueTrackRepairingTests {
    private func texts(
        _ payloads: [String], sheetSize: (String) -> (width: Int, height: Int)? = { _ in nil }
    ) throws -> [String] {
        try CueTrack(parsing: Array(track(payloads: payloads).utf8)).repaired(sheetSize: sheetSize).cues.map(\.text)
    }

    @Test func `payloads become one line with a plain fragment`() throws {
        let payloads = ["  a.jpg#xywh=pixel:0,0,16,9\nb.jpg", "a.jpg#t=1&xywh=16,0,16,9", "a.jpg#32,0,16,9"]
        let expected = ["a.jpg#xywh=0,0,16,9", "a.jpg#xywh=16,0,16,9", "a.jpg#xywh=32,0,16,9"]
        #expect(try texts(payloads) == expected)
    }

    @Test func `with the sheet's size percentages become pixels, and rectangles end where it does`() throws {
        let payloads = ["a#xywh=percent:50,0,50,50", "a", "a#xywh=90,90,20,20", "a#xywh=100,0,1,1", "b", "a#xywh=1"]
        let expected = ["a#xywh=50,0,50,50", "a#xywh=0,0,100,100", "a#xywh=90,90,10,10", "b", "a#xywh=1"]
        #expect(try texts(payloads) { $0 == "a" ? (100, 100) : nil } == expected)
    }

    @Test func `a cue with nothing to show leaves its time to the one before`() throws {
        let file = track(payloads: ["a#xywh=0,0,1,1", "", "a#xywh=0,0,0,1", "a#xywh=1,0,1,1"])
        let cues = try CueTrack(parsing: Array(file.utf8)).repaired().cues
        #expect(cues.map(\.end.milliseconds) == [30_000, 40_000])
    }

    @Test func `the last cue ends with the film, unless it starts later`() throws {
        let cues = try CueTrack(parsing: Array(track(payloads: ["a", "b"]).utf8))
        let ends = [10_001, 99_000, 10_000].map {
            cues.repaired(duration: Timestamp(milliseconds: $0)).cues.last?.end.milliseconds
        }
        #expect(ends == [10_001, 99_000, 20_000])
    }

    @Test func `a repaired track has no finding that could be mended`() throws {
        var random = SeededGenerator(seed: 5)
        let fragments = [
            "#xywh=0,0,16,9", "#xywh=pixel:16,0,16,9", "#1,2,3,4", "#xywh=percent:0,0,50,50", "", "#xywh=0,0,0,0",
        ]
        let ends = ["\n", "\r\n", "\r"]
        for _ in 0..<500 {
            let end = ends.randomElement(using: &random) ?? "\n"
            var file = Bool.random(using: &random) ? "WEBVTT\(end)\(end)" : ""
            for number in 0..<Int.random(in: 1...8, using: &random) {
                let start = Int.random(in: 0..<60, using: &random)
                if Bool.random(using: &random) { file += "\(number)\(end)" }
                file +=
                    "00:\(start / 10)\(start % 10),0 --> 00:\(Int.random(in: 10...59, using: &random)).000 a:b\(end)"
                file += "s.jpg?a&amp;b\(fragments.randomElement(using: &random) ?? "")\(end)\(end)"
            }
            let duration = Timestamp(milliseconds: 60_000)
            let track = try LenientTrack(parsing: Array(file.utf8)).track
            let repaired = track.repaired(duration: duration) { _ in (160, 90) }.serialized()
            let findings = Diagnosis(examining: repaired, duration: duration).findings.map(\.rule)
            #expect(findings == [] || findings == ["no-cues"], "\(file)")
        }
    }
}
