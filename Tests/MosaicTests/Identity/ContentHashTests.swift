import Foundation
import Mosaic
import Testing

struct ContentHashTests {
    private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    /// FIPS 180-2, appendix B, and the well-known hash of nothing.
    @Test func `hashes equal the examples of the standard`() {
        #expect(ContentHash(of: Array("abc".utf8)).hexadecimal() == abc)
        #expect(
            ContentHash(of: []).hexadecimal() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            ContentHash(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).hexadecimal()
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `a shortened hash has the first bytes`() {
        #expect(ContentHash(of: Array("abc".utf8)).hexadecimal(bytes: 16) == String(abc.prefix(32)))
    }

    @Test func `only 64 lower-case digits are read`() {
        #expect(ContentHash(hexadecimal: abc) == ContentHash(of: Array("abc".utf8)))
        let others: [String] = [
            "", "\(abc.dropLast())", "\(abc)0", abc.uppercased(), " \(abc.dropLast())", "g\(abc.dropFirst())",
            "0x\(abc.dropLast(2))", String(repeating: "٣", count: 32),
        ]
        for text in others { #expect(ContentHash(hexadecimal: text) == nil, "\(text)") }
    }

    @Test func `a hash is one string in a document`() throws {
        let hash = ContentHash(of: [1])
        let encoded = try JSONEncoder().encode([hash])
        #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(hash.hexadecimal())\"]")
    }

    /// The first is test case 1 of the GCM specification; the others were computed by a multiplication bit by bit.
    @Test(
        arguments: [
            ([], "58e2fccefa7e3061367f1d57a4e7455a"),
            (Array("abc".utf8), "258281014dcf7bc2eac3be27cc039fb4"),
            ((0..<1000).map { UInt8($0 % 251) }, "ac7fab33e9b14651aea0d018f3780880"),
        ] as [([UInt8], String)])
    func `checksums are the tags that the standard defines`(content: [UInt8], tag: String) {
        #expect(Checksum(of: content).hexadecimal == tag)
        #expect(Checksum(hexadecimal: tag) == Checksum(of: content))
    }

    @Test func `a single bit anywhere, a byte more and a byte less are seen`() {
        var content = (0..<300).map { UInt8($0 & 255) }
        var seen: Set<Checksum> = [
            Checksum(of: content), Checksum(of: content + [0]), Checksum(of: Array(content.dropLast())),
        ]
        for bit in 0..<8 * content.count {
            content[bit / 8] ^= 1 << UInt8(bit % 8)
            seen.insert(Checksum(of: content))
            content[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        #expect(seen.count == 3 + 8 * content.count)
    }

    @Test func `only 32 lower-case digits are read`() {
        let abc = "258281014dcf7bc2eac3be27cc039fb4"
        for text in [
            "", String(abc.dropLast()), abc + "0", abc.uppercased(), " " + abc.dropLast(), "g" + abc.dropFirst(),
            "0x" + abc.dropLast(2), String(repeating: "٣", count: 16),
        ] { #expect(Checksum(hexadecimal: text) == nil, "\(text)") }
    }
}
