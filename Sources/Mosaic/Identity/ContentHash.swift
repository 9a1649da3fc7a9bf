import CDigest

/// The SHA-256 of some bytes: 16 bytes of it go into names, all 32 into documents.
package struct ContentHash: Hashable, Sendable {
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Hashes `content`; O(bytes).
    package init(of content: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: Int(CDigestSHA256Length))
        cdigest_sha256(content, content.count, &bytes)
        self.bytes = bytes
    }

    /// Reads 64 lower-case hexadecimal digits.
    package init?(hexadecimal text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = HexadecimalDigit.value(of: digit), bytes.count < 32 else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard bytes.count == 32, high == nil else { return nil }
        self.bytes = bytes
    }

    /// The first `count` bytes as lower-case hexadecimal digits.
    package func hexadecimal(bytes count: Int = 32) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in bytes.prefix(count) {
            text.append(HexadecimalDigit.of(byte >> 4))
            text.append(HexadecimalDigit.of(byte))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension ContentHash: Codable {
    /// Reads 64 hexadecimal digits.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = ContentHash(hexadecimal: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not 64 hexadecimal digits.")
        }
        self = hash
    }

    /// Writes 64 hexadecimal digits.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal())
    }
}

/// One of the sixteen digits in which hashes are written, in lower case.
enum HexadecimalDigit {
    /// The digit for the lower four bits of `value`.
    static func of(_ value: some BinaryInteger) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value) & 15
        return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    /// The value of a digit; nil for all other characters, upper case included.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
