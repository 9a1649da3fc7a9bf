import CDigest
import Crypto
import Seeded
import Testing

@testable import Mosaic

struct SheetURLSecretTests {
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
        var code = [UInt8](repeating: 0, count: Int(CDigestSHA256Length))
        cdigest_hmac_sha256(key, key.count, text, text.count, &code)
        #expect(Hexadecimal.text(of: code) == expected)
    }

    @Test func `signatures equal the signatures of swift-crypto`() throws {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<200 {
            let secret = String(
                decoding: (0..<Int.random(in: 16...200, using: &random)).map { _ in
                    UInt8.random(in: 33...126, using: &random)
                }, as: UTF8.self)
            let text = "/films/\(Int.random(in: 0...1_000_000, using: &random))/sheet-0.jpg"
            let code = HMAC<SHA256>.authenticationCode(
                for: Array(text.utf8), using: SymmetricKey(data: Array(secret.utf8)))
            #expect(try SheetURLSecret(secret).signature(of: text[...]) == Hexadecimal.text(of: code))
        }
    }

    @Test(arguments: [0, 15, 4_097])
    func `a secret of that length is refused, and its text is in no error`(length: Int) {
        let error = #expect(throws: MosaicError.self) {
            try SheetURLSecret(String(repeating: "s", count: length))
        }
        #expect(error?.code == .invalidSettings && error?.subject == "MOSAIC_SHEET_URL_SECRET")
    }

    @Test func `a secret is not printed`() throws {
        let secret = try SheetURLSecret("correct horse battery staple")
        var settings = CompositionSettings()
        settings.sheetURLSecret = secret
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\(settings)"] {
            #expect(!text.contains("horse") && !text.contains("99, 111"), "\(text)")
        }
    }
}
