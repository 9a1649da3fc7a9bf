import Testing

@testable import MosaicServer

struct BearerTokenTests {
    @Test(
        arguments: [
            ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER abc", "abc"), ("Bearer   abc", "abc"),
            (" Bearer abc ", "abc"), ("Bearer a.b-c_d~e+f/g==", "a.b-c_d~e+f/g=="),
        ])
    func `RFC 6750, 2.1: a token is read from Authorization`(field: String, token: String) {
        #expect(BearerToken(authorization: field)?.text == token)
    }

    @Test(
        arguments: [
            "", "Bearer", "Bearer ", "abc", "Basic abc", "Bearerabc", "Bearer\tabc", "Bearer abc def",
            "Bearer abc, Bearer abc",
            "Bearer =", "Bearer a=b", "Bearer \"abc\"", "Bearer ab\u{E9}", "Bearer: abc", "Bearer abc;", "Bearer a%20b",
            "Bearer " + String(repeating: "a", count: 8_193), String(repeating: "Bearer ", count: 10_000),
        ])
    func `RFC 6750, 2.1: any other field is not a token`(field: String) {
        #expect(BearerToken(authorization: field) == nil)
    }

    @Test func `a token may be as long as it may be`() {
        let longest = String(repeating: "a", count: 8_192)
        #expect(BearerToken(authorization: "Bearer " + longest)?.text == longest)
    }

    @Test(
        arguments: [
            ("token=abc", "abc"), ("t=83.5&token=abc&policy=hold", "abc"), ("token=a%2Bb+c%3D", "a+b+c="),
            ("%74oken=abc", "abc"), ("token=abc&Token=x", "abc"), ("", nil), ("token", nil), ("token=", nil),
            ("tokens=abc", nil), ("token=abc&token=abc", nil), ("token=abc&token=x", nil), ("token=a%", nil),
            ("token=a%2", nil), ("token=a%zz", nil), ("token=%FF", nil), ("token=a%20b", nil), ("token=a%00", nil),
            ("a;token=abc", nil),
        ] as [(String, String?)])
    func `one token is read from a query`(query: String, token: String?) {
        #expect(BearerToken(query: query)?.text == token)
    }

    @Test func `a token is not printed`() throws {
        let token = try #require(BearerToken("s3cret"))
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains("s3cret")) }
    }

    @Test func `RFC 6750, 3: the challenge distinguishes a wrong token from a missing one`() {
        #expect(BearerToken.challenge(shown: false) == "Bearer realm=\"mosaic\"")
        #expect(BearerToken.challenge(shown: true) == "Bearer realm=\"mosaic\", error=\"invalid_token\"")
    }

    @Test func `RFC 6750, 3.1: the challenge names the scope that is lacking`() {
        #expect(
            BearerToken.challenge(lacking: .write)
                == "Bearer realm=\"mosaic\", error=\"insufficient_scope\", scope=\"write\"")
    }

    @Test(
        arguments: [
            ("", .none), ("read", .read), ("write", .write), ("read write", .write), ("write read", .write),
            ("openid  read profile", .read), ("Read", .none), ("readwrite", .none), ("read,write", .none),
            ("write\u{0}", .none), ("mosaic:write", .none), ("\tread", .none),
        ] as [(String, AccessScope)])
    func `RFC 6749, 3.3: words are divided by spaces, and write includes read`(words: String, scope: AccessScope) {
        #expect(AccessScope(words: words) == scope)
    }

    @Test func `no access ranks below read, and read below write`() {
        #expect(AccessScope.none < .read && AccessScope.read < .write)
    }
}
