import CDigest
import Mosaic

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
