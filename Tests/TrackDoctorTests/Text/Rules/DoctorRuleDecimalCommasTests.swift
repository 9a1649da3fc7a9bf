import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleDecimalCommasTests {
    @Test func `a comma in a time is found, one in a URL is not`() throws {
        let file = "WEBVTT\n\n00:00:00,000 --> 00:00:01.000\na,b.jpg\n\n00:01.000 --> 00:02.000 a,b\n"
        #expect(try DoctorRule.decimalCommas.lines(in: file) == [3])
    }
}
