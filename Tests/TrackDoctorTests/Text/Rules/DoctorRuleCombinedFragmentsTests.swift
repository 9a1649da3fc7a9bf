import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleCombinedFragmentsTests {
    @Test func `a rectangle beside a time, or percent-encoded, is found`() throws {
        let payloads = ["a#t=0,10&xywh=0,0,16,9", "a#xywh=0,0,16,9&t=5", "a#xywh=0%2C0%2C16%2C9", "a#t=5&0,0,16,9"]
        #expect(try DoctorRule.combinedFragments.lines(in: track(payloads: payloads)) == [3, 6, 9, 12])
    }

    @Test func `a single fragment is accepted after any query`() throws {
        let payloads = ["a?b&c%20d#xywh=0,0,16,9", "a#xywh=percent:0,0,50,50", "a#t=5", "a?b&c"]
        #expect(try DoctorRule.combinedFragments.lines(in: track(payloads: payloads)) == [])
    }
}
