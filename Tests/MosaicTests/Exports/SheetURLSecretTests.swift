import CryptoOracle
import Seeded
import Testing

@testable import Mosaic

struct SheetURLSecretTests {
    @Test func `signatures equal the signatures of OpenSSL`() throws {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<200 {
            let secret = String(
                decoding: (0..<Int.random(in: 16...200, using: &random)).map { _ in
                    UInt8.random(in: 33...126, using: &random)
                }, as: UTF8.self)
            let text = "/films/\(Int.random(in: 0...1_000_000, using: &random))/sheet-0.jpg"
            let code = CryptoOracle.hmacSHA256(Array(text.utf8), key: Array(secret.utf8))
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
