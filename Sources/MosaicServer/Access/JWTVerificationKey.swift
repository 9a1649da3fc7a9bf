import CSignatures
import Foundation
import Mosaic

/// A key that signatures are checked with; it alone determines the algorithm.
enum JWTVerificationKey: Sendable {
    case secret(HMACKey)
    case publicKey(JWTPublicKey)

    /// Parses the first public key of a PEM file; nil for keys of other families and sizes.
    ///
    /// See [RFC 7468, section 13](https://www.rfc-editor.org/rfc/rfc7468#section-13).
    init?(pem: String) {
        let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let start = lines.firstIndex(of: "-----BEGIN PUBLIC KEY-----"),
            let end = lines[start...].firstIndex(of: "-----END PUBLIC KEY-----"),
            let der = Data(base64Encoded: lines[(start + 1)..<end].joined()),
            let key = JWTPublicKey(der: Array(der))
        else { return nil }
        self = .publicKey(key)
    }

    /// The name of the algorithm, as tokens have it.
    var algorithm: String {
        switch self {
        case .secret: "HS256"
        case .publicKey(let key): key.isRSA ? "RS256" : "ES256"
        }
    }

    /// Whether the signature is this key's for the message.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .secret(let key): ConstantTime.areEqual(key.code(of: message), signature)
        case .publicKey(let key): key.verifies(signature, of: message)
        }
    }
}

/// A public key of RSA with 2048 bits at least, or of P-256.
final class JWTPublicKey: Sendable {
    /// A key of libcrypto, which belongs to this object and never changes, so threads may share it.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Parses a SubjectPublicKeyInfo; nil for keys of other families and sizes.
    init?(der: [UInt8]) {
        guard let key = csignatures_parse(der, der.count) else { return nil }
        self.key = key
    }

    deinit { csignatures_free(key) }

    var isRSA: Bool { csignatures_is_rsa(key) == 1 }

    /// Whether the signature is of the message, with SHA-256: RSASSA-PKCS1-v1_5, or the two numbers of ECDSA.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        csignatures_verify(key, message, message.count, signature, signature.count) == 1
    }
}
