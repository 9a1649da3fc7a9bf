/// An opaque sRGB color, 8 bits a channel.
public struct RGBColor: Hashable, Sendable {
    /// Red, 0...255.
    public var red: UInt8
    /// Green, 0...255.
    public var green: UInt8
    /// Blue, 0...255.
    public var blue: UInt8

    /// Creates a color from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses six hexadecimal digits, with or without a leading `#`; nil for any other text.
    public init?(hex: String) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// Black: all channels are 0.
    public static let black = RGBColor(red: 0, green: 0, blue: 0)
}

extension RGBColor: CustomStringConvertible {
    /// `#rrggbb`.
    public var description: String {
        "#"
            + [red, green, blue].map { channel in
                let digits = String(channel, radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }
}

/// One full-range Y'CbCr color, and the conversion to and from RGB.
///
/// Source: [JFIF 1.02, "Conversion to and from RGB"](https://www.w3.org/Graphics/JPEG/jfif3.pdf), in 16.16 fixed point.
struct YCbCrColor: Hashable {
    var luma: UInt8
    var blue: UInt8
    var red: UInt8

    /// Medium gray.
    static let neutral = YCbCrColor(luma: 128, blue: 128, red: 128)

    init(luma: UInt8, blue: UInt8, red: UInt8) {
        self.luma = luma
        self.blue = blue
        self.red = red
    }

    @inline(__always)
    init(red r: Int32, green g: Int32, blue b: Int32) {
        // Each line's factors add up to 65 536 or to 0, so that gray stays gray. The rounding term of chroma is 32 767,
        // because 32 768 would give 256 at pure blue and pure red.
        let luma = 19_595 &* r &+ 38_470 &* g &+ 7_471 &* b &+ 32_768
        let blueness = 32_768 &* b &- 11_059 &* r &- 21_709 &* g &+ 8_421_375
        let redness = 32_768 &* r &- 27_439 &* g &- 5_329 &* b &+ 8_421_375
        self.luma = UInt8(truncatingIfNeeded: luma &>> 16)
        blue = UInt8(truncatingIfNeeded: blueness &>> 16)
        red = UInt8(truncatingIfNeeded: redness &>> 16)
    }

    init(_ color: RGBColor) {
        self.init(red: Int32(color.red), green: Int32(color.green), blue: Int32(color.blue))
    }

    /// Red, green and blue, clamped to 0...255.
    @inline(__always)
    var rgb: (red: UInt8, green: UInt8, blue: UInt8) {
        let y = Int32(luma) &<< 16 &+ 32_768
        let b = Int32(blue) &- 128
        let r = Int32(red) &- 128
        return (
            Self.clamped((y &+ 91_881 &* r) &>> 16), Self.clamped((y &- 22_554 &* b &- 46_802 &* r) &>> 16),
            Self.clamped((y &+ 116_130 &* b) &>> 16)
        )
    }

    @inline(__always)
    private static func clamped(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value, 0), 255)) }
}
