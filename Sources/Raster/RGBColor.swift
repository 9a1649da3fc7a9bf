/// An opaque sRGB color, 8 bits a channel.
public struct RGBColor: Hashable, Sendable {
    /// 0...255.
    public var red: UInt8
    /// 0...255.
    public var green: UInt8
    /// 0...255.
    public var blue: UInt8

    /// Makes a color of its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads six hexadecimal digits, with or without `#` before them.
    public init?(hex: String) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// All channels 0.
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
