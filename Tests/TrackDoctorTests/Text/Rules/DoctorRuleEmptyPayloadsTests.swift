import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleEmptyPayloadsTests {
    @Test func `a cue that names no picture is found`() throws {
        #expect(try DoctorRule.emptyPayloads.lines(in: track(payloads: ["", "a.jpg", " \t"])) == [3, 9])
    }
}
