/// Encodes public keys in DER.
///
/// See [RFC 5280, section 4.1](https://www.rfc-editor.org/rfc/rfc5280#section-4.1).
enum PublicKeyEncoding {
    private static let bitString: UInt8 = 0x03
    private static let sequence: UInt8 = 0x30
    // The algorithm identifiers of RFC 3279, section 2.3.1, and RFC 5480, section 2.1.1.
    private static let rsaEncryption: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
    private static let p256: [UInt8] = [
        0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
        0x03,
        0x01, 0x07,
    ]

    /// Encodes an RSA key with this big-endian modulus and exponent.
    static func rsa(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        let key = element(sequence, integer(modulus) + integer(exponent))
        return element(sequence, rsaEncryption + element(bitString, [0] + key))
    }

    /// Encodes a P-256 key with the coordinates of its point; `nil` unless each has 32 bytes.
    static func p256(x: [UInt8], y: [UInt8]) -> [UInt8]? {
        guard x.count == 32, y.count == 32 else { return nil }
        // The byte 4 marks an uncompressed point.
        return element(sequence, p256 + element(bitString, [0, 4] + x + y))
    }

    /// Encodes a positive integer with as few bytes as possible.
    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = bytes.drop { $0 == 0 }
        return element(0x02, digits.first.map { $0 < 0x80 } ?? false ? Array(digits) : [0] + digits)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
