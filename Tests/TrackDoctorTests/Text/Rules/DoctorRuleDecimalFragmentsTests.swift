import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleDecimalFragmentsTests {
    @Test func `decimals are found, also whole ones`() throws {
        let payloads = [
            "a#xywh=160.0,0.0,160.0,90.0", "a#xywh=160,0,160,90", "a#xywh=0.5,0,16,9", "a#xywh=percent:0.0,0,50.0,50",
            "a.b.jpg",
        ]
        let file = track(payloads: payloads)
        #expect(try DoctorRule.decimalFragments.lines(in: file) == [3, 9, 12])
        #expect(try DoctorRule.malformedFragments.lines(in: file) == [])
    }

    @Test func `a fragment that is invalid for another reason is not found`() throws {
        let payloads = ["a#xywh=1.0,2.0,3.0", "a#xywh=-1.0,0,1,1", "a#xywh=1.,0,1,1", "a#xywh=.5,0,1,1", "a#1.2.jpg"]
        #expect(try DoctorRule.decimalFragments.lines(in: track(payloads: payloads)) == [])
    }
}
