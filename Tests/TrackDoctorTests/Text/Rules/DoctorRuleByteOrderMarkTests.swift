import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleByteOrderMarkTests {
    @Test func `a byte order mark is found where the file begins, and nowhere else`() throws {
        #expect(try DoctorRule.byteOrderMark.lines(in: "\u{FEFF}WEBVTT") == [1])
        #expect(try DoctorRule.byteOrderMark.lines(in: "WEBVTT\n\n\u{FEFF}") == [])
    }
}
