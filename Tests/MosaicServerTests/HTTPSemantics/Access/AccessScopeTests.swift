import Testing

@testable import MosaicServer

struct AccessScopeTests {
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
