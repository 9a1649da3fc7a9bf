import CLibCrypto

/// OpenSSL as an independent witness for digests and codes.
package enum CryptoOracle {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, by: EVP_sha256()) }
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, by: EVP_sha1()) }
    package static func md5(_ bytes: [UInt8]) -> [UInt8] { digest(bytes, by: EVP_md5()) }

    private static func digest(_ bytes: [UInt8], by type: OpaquePointer?) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        precondition(EVP_Digest(bytes, bytes.count, &digest, &count, type, nil) == 1)
        return Array(digest.prefix(Int(count)))
    }

    package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        precondition(HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, &count) != nil)
        return Array(code.prefix(Int(count)))
    }

    /// The tag of AES-128-GCM over bytes that are authenticated only, with a key and a nonce of zeros.
    package static func gmac(_ bytes: [UInt8]) -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        let zeros = [UInt8](repeating: 0, count: 16)
        var tag = zeros
        var count: Int32 = 0
        precondition(EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, zeros, zeros) == 1)
        precondition(EVP_EncryptUpdate(context, nil, &count, bytes, Int32(bytes.count)) == 1)
        precondition(EVP_EncryptFinal_ex(context, &tag, &count) == 1)
        precondition(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1)
        return tag
    }
}
