import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleSignatureTests {
    @Test(arguments: [("WEBVTT\n\n", []), ("\u{FEFF}WEBVTT x\n\n", []), ("webvtt\n\n", [1]), ("", [1]), ("1\n", [1])])
    func `a missing or misspelled signature is found on line 1`(beginning: String, lines: [Int]) throws {
        #expect(try DoctorRule.signature.lines(in: beginning + "00:00.000 --> 00:01.000\na") == lines)
    }
}
