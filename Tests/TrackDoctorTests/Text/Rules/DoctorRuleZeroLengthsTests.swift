import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleZeroLengthsTests {
    @Test func `a cue that ends where it starts, or before, is found`() throws {
        #expect(try DoctorRule.zeroLengths.lines(in: track(times: [(0, 0), (0, 10), (10, 9), (10, 11)])) == [3, 9])
    }

    @Test func `a cue in which the file ends has no length`() throws {
        let cut = "WEBVTT\n\n00:00:00.000 --> 00:00:05.000\na.jpg\n\n00:00:05.000 --> 00"
        #expect(try DoctorRule.zeroLengths.lines(in: cut).isEmpty)
        #expect(try DoctorRule.zeroLengths.lines(in: cut + "\n") == [6])
        let findings = Diagnosis(examining: Array(cut.utf8)).findings
        let message = findings.first { $0.rule == "empty-payloads" }?.message
        #expect(message == "The file ends in this line, as one that was cut off does; the cue names no picture.")
    }
}
