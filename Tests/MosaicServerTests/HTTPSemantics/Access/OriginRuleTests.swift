import HTTPCases
import HTTPTypes
import Testing
import WebOrigins

@testable import MosaicServer

struct OriginRuleTests {
    @Test(arguments: OriginCase.all) func `no page from elsewhere writes unless it is trusted`(one: OriginCase) throws {
        let rule = OriginRule(writers: [try #require(Origin(OriginCase.trusted))])
        #expect(rule.allowsWrite(one.request, host: one.host, overTLS: one.overTLS) == one.isAllowed)
    }

    @Test func `no origin is trusted by default`() {
        #expect(!OriginRule().allowsWrite([.origin: OriginCase.trusted], host: "mosaic.example", overTLS: false))
    }
}
