import HTTPTypes
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

    private static let key = Array(0..<32) as [UInt8]
    private static let now = HTTPDate(secondsSince1970: 1_794_996_001)

    // As Python's hmac and base64 write them.
    @Test(
        arguments: [
            ("film-1", "JgAX-_6EfoUc3fj1j2K0Htn3_GsEBUsl_sq1I-zLyiw"),
            ("film-2", "TQxWpTYmn_okQMx7Qg_giGEYaGyonGyrn5UZercu8-4"),
            ("film-1/sheet-0.ab.jpg", "romsd9QpOpqBGtjWFovDrJ1AEE0zWmlzRJcgQco0j0Y"),
        ])
    func `RFC 2104 and RFC 4648, 5: known signatures`(resource: String, signature: String) throws {
        let signer = try #require(LinkSigner(key: Self.key))
        let link = signer.link(
            to: resource, expires: LinkSigner.expiry(now: Self.now, lifetime: .seconds(3_600)))
        #expect(link.query == "exp=1795003200&sig=" + signature)
    }

    @Test func `a link to the end of time is signed`() throws {
        let signer = try #require(LinkSigner(key: Array(repeating: 255, count: 64)))
        let now = HTTPDate(secondsSince1970: .max)
        let expires = LinkSigner.expiry(now: now, lifetime: .seconds(Int64.max), rounding: .seconds(Int64.max))
        let link = signer.link(to: "xlumX1Wtzrg", expires: expires)
        #expect(link.query == "exp=253402300799&sig=fl-JJc4ti6rDfhUb9x_vsMQMW5UZjJVXgsCFSgSaRcY")
    }

    @Test func `a link reads its storyboard until it ends`() throws {
        let signer = try #require(LinkSigner(key: Self.key))
        let minted = signer.link(
            to: "film-1",
            expires: LinkSigner.expiry(now: Self.now, lifetime: .seconds(60), rounding: .seconds(1)))
        let link = try #require(SignedLink(query: minted.query))
        for seconds in [0, 59] as [Int64] {
            let now = HTTPDate(secondsSince1970: Self.now.secondsSince1970 + seconds)
            #expect(signer.allows(link, method: .get, resource: "film-1", now: now))
            #expect(signer.allows(link, method: .head, resource: "film-1", now: now))
        }
        for seconds in [60, 61, .max / 2] as [Int64] {
            let now = HTTPDate(secondsSince1970: Self.now.secondsSince1970 + seconds)
            #expect(!signer.allows(link, method: .get, resource: "film-1", now: now))
        }
    }

    @Test func `a link does not allow another resource`() throws {
        let signer = try #require(LinkSigner(key: Self.key))
        let link = signer.link(
            to: "film-1", expires: LinkSigner.expiry(now: Self.now, lifetime: .seconds(60)))
        for resource in [
            "film-1/sheet-0.ab.jpg", "film-2", "film-", "film-11", "", "FILM-1", "film-1\n", "\nfilm-1", "film-1/",
        ] {
            #expect(!signer.allows(link, method: .get, resource: resource, now: Self.now))
        }
        for method in [.put, .post, .delete, .patch, .options] as [HTTPRequest.Method] {
            #expect(!signer.allows(link, method: method, resource: "film-1", now: Self.now))
        }
    }

    @Test func `no byte of a link can be changed`() throws {
        let signer = try #require(LinkSigner(key: Self.key))
        let link = signer.link(
            to: "film-1", expires: LinkSigner.expiry(now: Self.now, lifetime: .seconds(60)))
        let longer = HTTPDate(secondsSince1970: link.expires.secondsSince1970 + 1)
        let stretched = SignedLink(expires: longer, signature: link.signature)
        #expect(!signer.allows(stretched, method: .get, resource: "film-1", now: Self.now))
        for index in link.signature.utf8.indices {
            var bytes = Array(link.signature.utf8)
            let place = link.signature.utf8.distance(from: link.signature.utf8.startIndex, to: index)
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let forged = SignedLink(expires: link.expires, signature: String(decoding: bytes, as: UTF8.self))
            #expect(!signer.allows(forged, method: .get, resource: "film-1", now: Self.now))
        }
        for signature in ["", link.signature + "=", link.signature + "A", String(link.signature.dropLast())] {
            let forged = SignedLink(expires: link.expires, signature: signature)
            #expect(!signer.allows(forged, method: .get, resource: "film-1", now: Self.now))
        }
        let other = try #require(LinkSigner(key: Self.key.reversed()))
        #expect(!other.allows(link, method: .get, resource: "film-1", now: Self.now))
    }

    @Test func `links minted within the rounding are the same, and hold no shorter than asked`() {
        var ends: Set<HTTPDate> = []
        for second in stride(from: 0 as Int64, to: 3_600, by: 7) {
            let now = HTTPDate(secondsSince1970: Self.now.secondsSince1970 + second)
            let end = LinkSigner.expiry(now: now, lifetime: .seconds(600), rounding: .seconds(900))
            let held = end.secondsSince1970 - now.secondsSince1970
            #expect((600..<1_500).contains(held))
            ends.insert(end)
        }
        #expect(ends.count <= 5)
    }

    @Test(arguments: [Int64.min, -1, 0]) func `a lifetime of 0 or less is one second`(seconds: Int64) {
        let end = LinkSigner.expiry(now: Self.now, lifetime: .seconds(seconds), rounding: .seconds(seconds))
        #expect(end.secondsSince1970 == Self.now.secondsSince1970 + 1)
        let before = HTTPDate(secondsSince1970: -5)
        #expect(
            LinkSigner.expiry(now: before, lifetime: .seconds(1), rounding: .seconds(60)).secondsSince1970 == 0)
    }

    @Test func `a key shorter than the signature is refused`() {
        #expect(LinkSigner(key: []) == nil)
        #expect(LinkSigner(key: Array(repeating: 1, count: 31)) == nil)
    }

    @Test(
        arguments: [
            ("a=1", "1"), ("b=2&a=1", "1"), ("a=", ""), ("a", ""), ("a=1=2", "1=2"), ("a=%41%6a", "Aj"), ("a=+", "+"),
            ("&&a=1&&", "1"), ("b=%&a=1", "1"), ("%=1&a=1", "1"), ("a=%C3%BC", "\u{FC}"), ("", nil), ("b=1", nil),
            ("A=1", nil), ("a=1&a=1", nil), ("a&a", nil), ("a=1&%61=1", nil), ("a=%", nil), ("a=%4", nil),
            ("a=%4g", nil), ("a=%-1", nil), ("a=%C3", nil), ("aa=1", nil),
        ] as [(String, String?)])
    func `a value that stands there once is read`(query: String, value: String?) {
        #expect(QueryValues.only("a", in: query) == value)
    }
}
