import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleRefusedEmbeddingTests {
    @Test(arguments: [("same-origin", 1), ("Same-Site", 1), ("cross-origin", 0), ("", 0)])
    func `a policy that allows only pages of the same site is found`(policy: String, count: Int) throws {
        let answer = try answer(.sheet, ["Cross-Origin-Resource-Policy": policy])
        #expect(DoctorRule.refusedEmbedding.messages(answer).count == count)
    }
}
