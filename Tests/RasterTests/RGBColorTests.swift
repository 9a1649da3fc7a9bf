import Testing

@testable import Raster

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

    @Test func `gray stays gray`() {
        for value in 0...255 {
            let color = YCbCrColor(red: Int32(value), green: Int32(value), blue: Int32(value))
            #expect(color == YCbCrColor(luma: UInt8(value), blue: 128, red: 128))
            #expect(color.rgb == (UInt8(value), UInt8(value), UInt8(value)))
        }
    }

    @Test func `every color agrees with the formula of JFIF`() {
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 15) {
                    let (r, g, b) = (Double(red), Double(green), Double(blue))
                    let color = YCbCrColor(red: Int32(red), green: Int32(green), blue: Int32(blue))
                    let luma = 0.299 * r + 0.587 * g + 0.114 * b
                    let blueness = min(128 + (b - luma) / 1.772, 255)
                    let redness = min(128 + (r - luma) / 1.402, 255)
                    #expect(abs(Double(color.luma) - luma) < 0.51)
                    #expect(abs(Double(color.blue) - blueness) < 0.51)
                    #expect(abs(Double(color.red) - redness) < 0.51)
                }
            }
        }
    }

    @Test func `a converted color is restored within two steps of each channel`() {
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 15) {
                    let rgb = YCbCrColor(red: Int32(red), green: Int32(green), blue: Int32(blue)).rgb
                    #expect(abs(Int(rgb.red) - red) <= 2 && abs(Int(rgb.green) - green) <= 2)
                    #expect(abs(Int(rgb.blue) - blue) <= 2)
                }
            }
        }
    }
}
