import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleLineEndsTests {
    @Test func `CRLF and CR are found on their lines`() throws {
        #expect(try DoctorRule.lineEnds.lines(in: "WEBVTT\r\n\nNOTE\r\rx\n\r\n") == [1, 3, 4, 6])
        let finding = try #require(DoctorRule.lineEnds.finding(in: TrackExamination(Array("WEBVTT\r\n\r".utf8))))
        #expect(finding.occurrences.map(\.message) == ["The line ends in CRLF.", "The line ends in CR."])
    }

    @Test func `LF is in order, and so is a last line without any`() throws {
        #expect(try DoctorRule.lineEnds.lines(in: "WEBVTT\n\nNOTE") == [])
    }
}
