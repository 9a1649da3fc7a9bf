import Mosaic
import Testing

struct HexadecimalTests {
    @Test func `every byte is read back`() {
        let bytes = [UInt8](0...255)
        let text = Hexadecimal.text(of: bytes)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
        #expect(Hexadecimal.bytes(of: text.utf8) == bytes)
        #expect(Hexadecimal.bytes(of: "".utf8) == [])
    }

    @Test(arguments: ["0", "000", "AB", "g0", "0x", "-1", "+1", " 1", "٣٣"])
    func `text with other characters, or half a byte, is not read`(text: String) {
        #expect(Hexadecimal.bytes(of: text.utf8) == nil)
    }

    @Test func `a code unit has four digits`() {
        #expect(
            [0, 0x1B, 0x2028, 0xFFFF].map { Hexadecimal.text(of: $0 as UInt16) } == ["0000", "001b", "2028", "ffff"])
    }
}
