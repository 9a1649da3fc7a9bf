import Crypto

/// The SHA-256 of some bytes: 16 bytes of it go into names, all 32 into documents.
public struct ContentHash: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Hashes `content`; O(bytes).
    public init(of content: [UInt8]) {
        bytes = Array(SHA256.hash(data: content))
    }

    /// Reads 64 lower-case hexadecimal digits.
    public init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The first `count` bytes as lower-case hexadecimal digits.
    public func hexadecimal(bytes count: Int = 32) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.prefix(count).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension ContentHash: Codable {
    /// Reads 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = ContentHash(hexadecimal: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Not 64 lower-case hexadecimal digits.")
        }
        self = hash
    }

    /// Writes 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal())
    }
}
