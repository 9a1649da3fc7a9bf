import Mosaic
import Testing

struct ChecksumTests {
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
        let others: [String] = [
            "", "\(abc.dropLast())", "\(abc)0", abc.uppercased(), " \(abc.dropLast())", "g\(abc.dropFirst())",
            "0x\(abc.dropLast(2))", String(repeating: "٣", count: 16),
        ]
        for text in others { #expect(Checksum(hexadecimal: text) == nil, "\(text)") }
    }
}
