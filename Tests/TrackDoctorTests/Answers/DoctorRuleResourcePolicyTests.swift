import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleResourcePolicyTests {
    @Test func `an answer without a policy is found, any policy is another rule's`() throws {
        let rule = DoctorRule.resourcePolicy
        #expect(
            rule.messages(try answer(.sheet, ["Cross-Origin-Resource-Policy": ""])) == [
                "\"sheet-0.jpg\" comes without Cross-Origin-Resource-Policy."
            ])
        #expect(
            rule.messages(try answer(.sheet), try answer(.track, ["Cross-Origin-Resource-Policy": "same-site"])) == [])
    }
}
