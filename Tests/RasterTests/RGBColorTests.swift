import Raster
import Testing

struct RGBColorTests {
    @Test func `six digits are read with and without a number sign`() {
        let color = RGBColor(red: 0x12, green: 0xAB, blue: 0xFF)
        #expect(RGBColor(hex: "12abff") == color)
        #expect(RGBColor(hex: "#12ABFF") == color)
        #expect(RGBColor(hex: color.description) == color)
    }

    @Test(arguments: ["", "#", "fff", "12345", "1234567", "gggggg", "+12345", "-12345", "##12345", "１２３４５６"])
    func `any other text is not a color`(text: String) {
        #expect(RGBColor(hex: text) == nil)
    }
}
