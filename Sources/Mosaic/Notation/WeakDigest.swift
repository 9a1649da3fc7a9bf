import CDigest

/// Digests that other systems require: media servers name films by them, and S3 servers use them as ETags. They detect
/// only accidental damage and collisions, and the code here relies on nothing more.
package enum WeakDigest {
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
}
