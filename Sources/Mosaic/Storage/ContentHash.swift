import CDigest

/// A SHA-256 hash; names contain its first 16 bytes, documents all 32.
package struct ContentHash: Hashable, Sendable {
    /// The hash, 32 bytes.
    package let bytes: [UInt8]

    /// Hashes `content`; O(bytes).
    package init(of content: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: Int(CDigestSHA256Length))
        cdigest_sha256(content, content.count, &bytes)
        self.bytes = bytes
    }

    /// Reads 64 lower-case hexadecimal digits; nil for any other text.
    package init?(hexadecimal text: String) {
        guard text.utf8.count == 64, let bytes = Hexadecimal.bytes(of: text.utf8) else { return nil }
        self.bytes = bytes
    }

    /// The first `count` bytes as lower-case hexadecimal digits.
    package func hexadecimal(bytes count: Int = 32) -> String {
        Hexadecimal.text(of: bytes.prefix(count))
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

/// A checksum of 128 bits that detects changed files.
///
/// The checksum is the tag of AES-128-GCM over authenticated bytes only, with a key and a nonce of zeros: processors
/// compute it ten times as fast as SHA-256, which took a tenth of a composition. Accidental collisions are practically
/// impossible. Deliberate ones are possible, and harmless: a screenshot that is replaced by a colliding one of the same
/// length keeps its old tile. Names use ``ContentHash``, which resists collisions. See NIST SP 800-38D, 6.4 and 7.1.
package struct Checksum: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Computes the checksum of `content`; O(bytes).
    package init(of content: [UInt8]) {
        var tag = [UInt8](repeating: 0, count: Int(CDigestGMACLength))
        cdigest_gmac(content, content.count, &tag)
        high = tag.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = tag.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads 32 lower-case hexadecimal digits; nil for any other text.
    package init?(hexadecimal text: String) {
        guard text.utf8.count == 32 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for digit in text.utf8 {
            guard let value = Hexadecimal.value(of: digit) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(value)
        }
        (self.high, self.low) = (high, low)
    }

    /// 32 lower-case hexadecimal digits.
    package var hexadecimal: String {
        var text: [UInt8] = []
        text.reserveCapacity(32)
        for half in [high, low] {
            for shift in stride(from: 60, through: 0, by: -4) {
                text.append(Hexadecimal.digit(half >> UInt64(shift)))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
