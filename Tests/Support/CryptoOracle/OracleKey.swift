import CLibCrypto
import Foundation

/// A private key of RSA or of an elliptic curve, made and used by OpenSSL.
package final class OracleKey: Sendable {
    package enum Padding: Int32 {
        case pkcs1 = 1
        case pss = 6
    }

    package enum Hash { case sha1, sha256, sha512 }

    private nonisolated(unsafe) let key: OpaquePointer

    private init(_ type: String, _ configure: (OpaquePointer?) -> Int32) {
        let context = EVP_PKEY_CTX_new_from_name(nil, type, nil)
        defer { EVP_PKEY_CTX_free(context) }
        precondition(EVP_PKEY_keygen_init(context) == 1 && configure(context) == 1)
        var made: OpaquePointer?
        guard EVP_PKEY_generate(context, &made) == 1, let made else { preconditionFailure("OpenSSL made no key.") }
        key = made
    }

    deinit { EVP_PKEY_free(key) }

    package static func rsa(bits: Int32 = 2_048) -> OracleKey {
        OracleKey("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, bits) }
    }

    package static func curve(_ name: String = "P-256") -> OracleKey {
        OracleKey("EC") { EVP_PKEY_CTX_set_group_name($0, name) }
    }

    /// A SubjectPublicKeyInfo in DER.
    package var publicDER: [UInt8] { Self.encoded { i2d_PUBKEY(key, $0) } }
    package var publicPEM: String { Self.pem(publicDER, "PUBLIC KEY") }
    package var privatePEM: String { Self.pem(Self.encoded { i2d_PrivateKey(key, $0) }, "PRIVATE KEY") }

    /// The modulus and the exponent of a key of RSA.
    package var modulus: [UInt8] { number("n") }
    package var exponent: [UInt8] { number("e") }

    /// The uncompressed point of a key of P-256: 4, and the coordinates.
    package var point: [UInt8] { publicDER.suffix(65) }

    /// A signature of a message: the bytes of RSA, and of ECDSA its two numbers, of 32 bytes each.
    package func signature(
        of message: [UInt8], hash: Hash = .sha256, padding: Padding = .pkcs1
    ) -> [UInt8] {
        let signature = derSignature(of: message, hash: hash, padding: padding)
        return EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA ? signature : Self.numbers(of: signature)
    }

    /// A signature of a message; ECDSA in DER.
    package func derSignature(
        of message: [UInt8], hash: Hash = .sha256, padding: Padding = .pkcs1
    ) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        let type =
            switch hash {
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha512: EVP_sha512()
            }
        var options: OpaquePointer?
        precondition(EVP_DigestSignInit(context, &options, type, nil, key) == 1)
        if padding != .pkcs1 { precondition(EVP_PKEY_CTX_set_rsa_padding(options, padding.rawValue) == 1) }
        var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
        var count = signature.count
        precondition(EVP_DigestSign(context, &signature, &count, message, message.count) == 1)
        return Array(signature.prefix(count))
    }

    /// The private operation of RSA on a block of the modulus's length, with any padding.
    package func rawSignature(of block: [UInt8]) -> [UInt8] {
        let context = EVP_PKEY_CTX_new(key, nil)
        defer { EVP_PKEY_CTX_free(context) }
        precondition(EVP_PKEY_sign_init(context) == 1 && EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1)
        var signature = [UInt8](repeating: 0, count: block.count)
        var count = signature.count
        precondition(EVP_PKEY_sign(context, &signature, &count, block, block.count) == 1)
        return signature
    }

    /// The numbers of an ECDSA signature in DER, of 32 bytes each.
    package static func numbers(of der: [UInt8]) -> [UInt8] {
        der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            let pair = d2i_ECDSA_SIG(nil, &start, buffer.count)
            defer { ECDSA_SIG_free(pair) }
            return padded(ECDSA_SIG_get0_r(pair), 32) + padded(ECDSA_SIG_get0_s(pair), 32)
        }
    }

    private static func padded(_ number: OpaquePointer?, _ count: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(count))
        precondition(BN_bn2binpad(number, &bytes, count) == count)
        return bytes
    }

    private func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        precondition(EVP_PKEY_get_bn_param(key, name, &number) == 1)
        defer { BN_free(number) }
        return Self.padded(number, (BN_num_bits(number) + 7) / 8)
    }

    private static func encoded(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(write(nil)))
        bytes.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            precondition(write(&start) == Int32(buffer.count))
        }
        return bytes
    }

    private static func pem(_ der: [UInt8], _ label: String) -> String {
        let lines = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
    }
}
