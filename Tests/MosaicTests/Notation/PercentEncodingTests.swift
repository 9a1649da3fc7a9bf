import Foundation
import Mosaic
import Seeded
import Testing

struct PercentEncodingTests {
    @Test func `encoding equals Foundation's, and is decoded again`() throws {
        var random = SeededGenerator(seed: 43)
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        for _ in 0..<200 {
            let scalars = (0..<20).map { _ in Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random)) }
            let text = String(String.UnicodeScalarView(scalars.compactMap(\.self)))
            let encoded = PercentEncoding.encoded(text)
            #expect(encoded == text.addingPercentEncoding(withAllowedCharacters: unreserved))
            #expect(PercentEncoding.decoded(Substring(encoded).utf8) == text)
            #expect(PercentEncoding.decoded(form: encoded) == text)
        }
        #expect(PercentEncoding.encoded("a/b c$", keeping: "/$") == "a/b%20c$")
    }

    @Test func `a plus sign is a space in a form alone`() {
        #expect(PercentEncoding.decoded("a+b%2B"[...].utf8) == "a+b+")
        #expect(PercentEncoding.decoded(form: "a+b%2B") == "a b+")
    }

    @Test(arguments: ["%", "%4", "%4g", "a%-1", "%C3", "%+1"])
    func `an incomplete escape and bytes that are not UTF-8 are not decoded`(text: String) {
        #expect(PercentEncoding.decoded(Substring(text).utf8) == nil && PercentEncoding.decoded(form: text) == nil)
    }
}
