import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleMalformedFragmentsTests {
    @Test(arguments: [
        "xywh=0,0,16", "xywh=0,0,16,9,1", "xywh=-1,0,16,9", "xywh=.5,0,16,9", "xywh=0, 0, 16, 9", "xywh=",
        "XYWH=0,0,1,1",
        "xywh=px:0,0,16,9", "0,0,16", "-1,0,16,9", "xywh=99999999999999999999,0,1,1",
    ])
    func `a malformed rectangle is found`(fragment: String) throws {
        #expect(try DoctorRule.malformedFragments.lines(in: track(payloads: ["a.jpg#\(fragment)"])) == [3])
    }

    @Test(arguments: [
        "a.jpg#xywh=0,0,16,9", "a.jpg#xywh=percent:0,0,50,50", "a.jpg#0,0,16,9", "a.jpg", "a#1.jpg", "a#",
    ])
    func `rectangles and other fragments are accepted`(payload: String) throws {
        #expect(try DoctorRule.malformedFragments.lines(in: track(payloads: [payload])) == [])
    }
}
