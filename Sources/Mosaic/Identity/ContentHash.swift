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
