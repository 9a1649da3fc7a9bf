import Foundation
import PlayerFormats
import Seeded
import Testing

@testable import MosaicServer

struct Base64URLTests {
    @Test func `texts are those of Foundation with two other characters and no padding`() {
        var random = SeededGenerator(seed: 31)
        for count in 0...70 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64.url(bytes)
            #expect(text == ForgedToken.base64URL(bytes))
            #expect(Base64URL.bytes(of: text.utf8) == bytes)
        }
        #expect(Base64.url([0xFB, 0xEF, 0xFF]) == "--__")
    }

    @Test(arguments: ["A", "AAAAA", "AA=", "AA==", "AAA=", "AB", "AAB", "A+AA", "A/AA", "AA A", "AA\n", "AAé", "AA.A"])
    func `refuses a text that no bytes have`(text: String) {
        #expect(Base64URL.bytes(of: text.utf8) == nil)
    }
}
