import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleLastCueTests {
    @Test(arguments: [(29_999, []), (30_000, []), (30_001, [6])] as [(Int64, [Int])])
    func `a track that ends before the film is found at its latest end`(duration: Int64, lines: [Int]) throws {
        let file = track(times: [(0, 10_000), (20_000, 30_000), (10_000, 20_000)])
        #expect(try DoctorRule.lastCue.lines(in: file, duration: Timestamp(milliseconds: duration)) == lines)
    }

    @Test func `a track is accepted without a duration or without cues`() throws {
        #expect(try DoctorRule.lastCue.lines(in: track(times: [(0, 10)])) == [])
        #expect(try DoctorRule.lastCue.lines(in: "WEBVTT", duration: .latest) == [])
    }
}
