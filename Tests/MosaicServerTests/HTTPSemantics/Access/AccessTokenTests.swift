import Testing

@testable import MosaicServer

struct AccessTokenTests {
    @Test func `only the same token matches`() throws {
        let token = try #require(AccessToken("s3cret"))
        #expect(token.matches(try #require(BearerToken("s3cret"))))
        for guess in ["s3cre", "s3crets", "S3cret", "x", "s3cret="] {
            #expect(!token.matches(try #require(BearerToken(guess))))
        }
    }

    @Test(arguments: ["", " ", "two words", "pass\u{F6}", "a\n", "=", "a,b"])
    func `a token that no request could show is refused at the start`(text: String) {
        #expect(AccessToken(text) == nil)
    }

    @Test func `a token is not printed`() throws {
        let token = try #require(AccessToken("s3cret"))
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains("s3cret")) }
    }
}
