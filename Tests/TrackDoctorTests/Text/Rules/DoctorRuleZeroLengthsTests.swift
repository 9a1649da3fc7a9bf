import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleZeroLengthsTests {
    @Test func `a cue that ends where it starts, or before, is found`() throws {
        #expect(try DoctorRule.zeroLengths.lines(in: track(times: [(0, 0), (0, 10), (10, 9), (10, 11)])) == [3, 9])
    }
}
