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

    @Test(arguments: HostCase.all) func `only the machine's own names and configured ones are answered to`(
        one: HostCase
    ) {
        let rule = HostRule(configured: HostCase.configured.compactMap(Authority.init))
        #expect(rule.allows(one.field) == one.isAllowed)
    }

    @Test func `without configuration, the machine's own names remain`() {
        #expect(HostRule().allows("localhost:8080"))
        #expect(!HostRule().allows("mosaic.example"))
    }

    @Test func `a configured default port may be missing in the request`() throws {
        let rule = HostRule(configured: [try #require(Authority("a.example:443"))])
        #expect(rule.allows("a.example"))
        #expect(rule.allows("a.example:443"))
        #expect(!rule.allows("a.example:80"))
    }
}
