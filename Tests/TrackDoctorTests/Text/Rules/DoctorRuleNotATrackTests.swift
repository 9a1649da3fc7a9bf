import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleNotATrackTests {
    @Test func `an error page is found to be no track`() {
        let findings = Diagnosis(examining: Array("<!DOCTYPE html><title>404</title>".utf8)).findings
        #expect(findings.map(\.rule) == ["not-a-track"])
        #expect(findings.first?.line == 1)
    }
}
