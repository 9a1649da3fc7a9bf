import CDigest

/// Digests that other programs prescribe: media servers, S3 and CDNs. Documents of this package use ``ContentHash``.
///
/// SHA-1 and MD5 prevent accidental collisions only, and nothing here relies on more.
package enum Digests {
    /// The 20 bytes of SHA-1.
    package static func sha1(_ content: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(CDigestSHA1Length))
        cdigest_sha1(content, content.count, &digest)
        return digest
    }

    /// The 16 bytes of MD5.
    package static func md5(_ content: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(CDigestMD5Length))
        cdigest_md5(content, content.count, &digest)
        return digest
    }

    /// The 32 bytes of HMAC-SHA256.
    ///
    /// See [RFC 2104](https://www.rfc-editor.org/rfc/rfc2104).
    package static func hmacSHA256(_ content: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(CDigestSHA256Length))
        cdigest_hmac_sha256(key, key.count, content, content.count, &code)
        return code
    }
}
