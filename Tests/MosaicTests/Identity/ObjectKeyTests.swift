import Mosaic
import Seeded
import Testing

struct ObjectKeyTests {
    @Test(
        arguments: [
            "a", "film/thumbnails.vtt", "a/b/c", "...", "a..b/c..", ".hidden", "ü/日本.jpg", "a b,c.jpg", "e\u{301}.jpg",
            "a%2F..", "~", "C:", String(repeating: "x", count: 1_024),
        ])
    func `a relative path of plain parts is a key`(text: String) throws {
        let key = try #require(ObjectKey(rawValue: text))
        #expect(key.rawValue == text)
        #expect(key.parts.joined(separator: "/") == text)
    }

    @Test(
        arguments: [
            "", "/", "//", "/a", "a/", "a//b", ".", "..", "./a", "../a", "a/.", "a/..", "a/./b", "a/../b", "..\\a",
            "a\\b", "a\0b", "a\nb", "a\rb", "a\r\nb", "a\tb", "a\u{7F}b", "a\u{80}b", "a\u{9F}b", "a/\0",
            String(repeating: "x", count: 1_025), String(repeating: "ü", count: 513),
        ])
    func `a path that is empty, absolute, leads elsewhere or has control characters is not a key`(text: String) {
        #expect(ObjectKey(rawValue: text) == nil)
    }

    /// A slash and what combines with it are one character to a reader and two to a file system.
    @Test(arguments: ["\u{301}", "\u{338}", "\u{200D}", "\u{FE0F}", "\u{20DD}"])
    func `a combining mark does not hide a slash`(mark: String) throws {
        #expect(ObjectKey(rawValue: "../\(mark)x") == nil)
        #expect(ObjectKey(rawValue: "a/../\(mark)x") == nil)
        #expect(ObjectKey(rawValue: "/\(mark)etc") == nil)
        #expect(ObjectKey(rawValue: "a//\(mark)b") == nil)
        #expect(ObjectKey(rawValue: "a\\\(mark)b") == nil)
        let key = try #require(ObjectKey(rawValue: "a/\(mark)b"))
        #expect(key.parts == ["a", "\(mark)b"])
    }

    @Test func `keys that differ in their bytes alone are two`() {
        let keys = ["caf\u{E9}", "cafe\u{301}", "cafe\u{301}"].compactMap(ObjectKey.init(rawValue:))
        #expect(keys[0] != keys[1] && keys[1] == keys[2])
        #expect(Set(keys).count == 2)
    }

    @Test func `no random text makes a key with a bad part`() {
        let alphabet: [Unicode.Scalar] = ["/", ".", "a", "\\", "\0", "\u{301}", "\u{200D}", "\n", "é"]
        var random = SeededGenerator(seed: 2)
        var keys = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...8, using: &random)
            let scalars = (0..<length).compactMap { _ in alphabet.randomElement(using: &random) }
            let text = String(String.UnicodeScalarView(scalars))
            let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let isSafe = parts.allSatisfy { part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
                    && part.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\\") }
            }
            #expect((ObjectKey(rawValue: text) != nil) == isSafe, "\(scalars)")
            if isSafe { keys += 1 }
        }
        #expect(keys > 500)
    }
}
