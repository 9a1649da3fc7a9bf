import Testing

@testable import MosaicServer

struct SignedLinkTests {
    private static let signature = String(repeating: "Ab-_", count: 10) + "Ab0"

    @Test func `a link is read from the query that it writes`() throws {
        let link = SignedLink(expires: HTTPDate(secondsSince1970: 1_795_003_200), signature: Self.signature)
        #expect(link.query == "exp=1795003200&sig=" + Self.signature)
        #expect(SignedLink(query: link.query) == link)
        #expect(SignedLink(query: "max=5&sig=\(Self.signature)&t=1&exp=1795003200") == link)
    }

    @Test(
        arguments: [
            "", "exp=1795003200", "sig=\(signature)", "exp=&sig=\(signature)", "exp=1795003200&sig=",
            "exp=01795003200&sig=\(signature)", "exp=+1795003200&sig=\(signature)", "exp=1795003200.0&sig=\(signature)",
            "exp=0x6&sig=\(signature)", "exp=99999999999999999999&sig=\(signature)", "exp=-0&sig=\(signature)",
            "exp=9223372036854775807&sig=\(signature)", "exp=-9223372036854775808&sig=\(signature)",
            "exp=1&exp=1&sig=\(signature)", "exp=1&sig=\(signature)&sig=\(signature)", "exp=1&sig=\(signature)x",
            "exp=1&sig=\(signature.dropLast())", "exp=1;sig=\(signature)", "Exp=1&sig=\(signature)",
            "exp=1&sig=" + String(repeating: "A", count: 10_000),
        ])
    func `any other query is not a signed link`(query: String) { #expect(SignedLink(query: query) == nil) }

    @Test func `a link's signature is not printed, and its query is not logged`() {
        let link = SignedLink(expires: HTTPDate(secondsSince1970: 0), signature: Self.signature)
        var dumped = ""
        dump(link, to: &dumped)
        for text in ["\(link)", String(reflecting: link), dumped, LoggedTarget("/a?" + link.query).description] {
            #expect(!text.contains("Ab"))
        }
    }
}
