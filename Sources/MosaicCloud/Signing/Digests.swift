import CDigest

/// SHA-256 as S3 wants it.
enum SHA256 {
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(CDigestSHA256Length))
        cdigest_sha256(bytes, bytes.count, &hash)
        return hash
    }

    static func hexadecimal(of bytes: [UInt8]) -> String { Hexadecimal.text(of: hash(bytes)) }

    /// Of no bytes: the payload of all requests without a body.
    static let ofNothing = hexadecimal(of: [])
}

/// HMAC by RFC 2104.
enum HMAC {
    static func sha256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(CDigestSHA256Length))
        cdigest_hmac_sha256(key, key.count, bytes, bytes.count, &code)
        return code
    }
}

/// MD5 by RFC 1321, which ETags are made of.
enum MD5 {
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(CDigestMD5Length))
        cdigest_md5(bytes, bytes.count, &hash)
        return hash
    }
}

enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Lower-case digits.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
