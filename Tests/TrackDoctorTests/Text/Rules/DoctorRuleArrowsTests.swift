import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleArrowsTests {
    @Test func `a short arrow between two times is found on its line`() throws {
        let file = "WEBVTT\n\n00:00.000 -> 00:01.000\na.jpg\n\n1\n00:01.000->00:02.000\nb->c.jpg\n\n0 -> x\nd.jpg"
        #expect(try DoctorRule.arrows.lines(in: file) == [3, 7])
    }

    @Test func `the cues of a file with only short arrows are read`() throws {
        let reading = try LenientTrack(
            parsing: Array("00:00.000 -> 00:01.000\na.jpg\n\n00:01.000 -> 00:02.000\nb".utf8))
        #expect(reading.track.cues.map(\.text) == ["a.jpg", "b"])
        #expect(reading.track.cues.map(\.end.milliseconds) == [1000, 2000])
    }

    @Test func `an arrow in a payload is accepted`() throws {
        #expect(try DoctorRule.arrows.lines(in: track(payloads: ["a->b.jpg", "1 -> 2 -> 3", "0:01->b"])) == [])
    }
}
