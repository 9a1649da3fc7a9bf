import CryptoOracle
import Seeded
import Testing

@testable import Mosaic

struct HMACKeyTests {
    /// The test cases of RFC 4231, sections 4.2 to 4.8, without the truncated one.
    private static let vectors: [(key: [UInt8], text: [UInt8], code: String)] = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array(
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
                    .utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: vectors.indices)
    func `the codes equal the vectors of RFC 4231`(number: Int) {
        let (key, text, expected) = Self.vectors[number]
        #expect(Hexadecimal.text(of: HMACKey(key).code(of: text)) == expected)
    }

    @Test func `codes equal those of OpenSSL, for keys of every length`() {
        var random = SeededGenerator(seed: 170)
        let contents = (Array(0...200) + [1_000, 65_537]).map { count in
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        for (index, content) in contents.enumerated() {
            let key = contents[(index * 7) % contents.count]
            let expected = CryptoOracle.hmacSHA256(content, key: key)
            #expect(HMACKey(key).code(of: content) == expected, "\(content.count), \(key.count)")
        }
    }

    @Test func `descriptions never show the key`() {
        let key = HMACKey(Array("s3cret".utf8))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("s3cret") && !text.contains("115"), "\(text)")
        }
    }

    @Test func `a comparison in constant time finds a difference in every bit of every byte`() {
        let bytes = HMACKey([]).code(of: [])
        #expect(ConstantTime.areEqual(bytes, bytes) && ConstantTime.areEqual([], []))
        for index in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[index] ^= 1 << bit
                #expect(!ConstantTime.areEqual(bytes, other))
            }
            #expect(!ConstantTime.areEqual(bytes, Array(bytes.prefix(index))))
            #expect(!ConstantTime.areEqual(Array(bytes.prefix(index)), bytes))
        }
    }
}
