import CSignatures
import Foundation
import Logging
import Mosaic
import MosaicLibrary
package import Raster
import ServiceLifecycle
import Synchronization

/// A file with public keys (JWKS), by their names. The file is read again while the server runs.
///
/// See [RFC 7517, section 5](https://www.rfc-editor.org/rfc/rfc7517#section-5).
final class JWTKeySet: Sendable {
    /// Maximum number of keys of a set, and maximum size of its file in bytes.
    static let limits = (keys: 64, bytes: 256 << 10)

    /// The result of reading the file again.
    enum Change {
        case none
        /// The keys that now verify tokens, by name.
        case keys([String])
        /// The file is invalid, and the earlier keys stay. The value is one sentence. Reported once for each content of
        /// the file.
        case refused(String)
    }

    private struct State {
        var keys: [String: JWTVerificationKey]
        /// The bytes last read, valid or not; `nil` if the file could not be read.
        var bytes: [UInt8]?
    }

    private let file: SmallFile
    private let state: Mutex<State>

    /// Reads the keys of a file.
    ///
    /// - Throws: `invalidSettings`.
    init(path: String) throws(MosaicError) {
        file = SmallFile(path, limit: Self.limits.bytes)
        let bytes: [UInt8]
        do {
            bytes = try file.read()
        } catch {
            throw Self.invalid((error as? MosaicError)?.reason ?? "The file cannot be read.")
        }
        state = Mutex(State(keys: try Self.keys(in: bytes), bytes: bytes))
    }

    /// The key of a name; `nil` if the set does not contain it.
    func key(named name: String) -> JWTVerificationKey? { state.withLock { $0.keys[name] } }

    /// Reads the file again, and replaces the keys if its bytes have changed and are valid.
    func refresh() -> Change {
        let bytes = try? file.read()
        guard state.withLock({ $0.bytes != bytes }) else { return .none }
        let result = Result { () throws(MosaicError) in
            guard let bytes else { throw Self.invalid("The file cannot be read.") }
            return try Self.keys(in: bytes)
        }
        return state.withLock { state in
            state.bytes = bytes
            switch result {
            case .success(let keys):
                state.keys = keys
                return .keys(keys.keys.sorted())
            case .failure(let error): return .refused(error.reason)
            }
        }
    }

    /// Parses a set.
    ///
    /// - Throws: `invalidSettings`.
    static func keys(in bytes: [UInt8]) throws(MosaicError) -> [String: JWTVerificationKey] {
        guard let set = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw invalid("The file is not a JSON Web Key Set: an object whose keys are a list.")
        }
        guard set.keys.count <= limits.keys else {
            throw invalid("The file has \(set.keys.count) keys; there are at most \(limits.keys).")
        }
        guard !set.keys.contains(where: \.isSecret) else {
            throw invalid("The file has a secret or a private key; tokens are checked with public keys alone.")
        }
        var keys: [String: JWTVerificationKey] = [:]
        for each in set.keys {
            guard let name = each.kid, let key = each.verificationKey else { continue }
            guard keys.updateValue(key, forKey: name) == nil else {
                throw invalid("Two keys of the file have the same kid.")
            }
        }
        guard !keys.isEmpty else {
            throw invalid("The file has no key for signatures with a kid, of RSA with 2048 bits at least or of P-256.")
        }
        return keys
    }

    private struct Document: Decodable {
        let keys: [JSONWebKey]
    }

    private static func invalid(_ reason: String) -> MosaicError {
        MosaicError(.invalidSettings, "JWT key set", reason)
    }
}

/// Reads a key set again every two seconds while the server runs, so that keys can be rotated without a restart.
struct JWTKeySetService: Service {
    let keys: JWTKeySet
    let logger: Logger
    /// Pause between two reads.
    var pause = Duration.seconds(2)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: pause)) != nil {
                await withTaskExecutorPreference(WorkExecutors.reading) { await look() }
            }
        }
    }

    /// Reads the file once, and logs a change.
    func look() async {
        switch keys.refresh() {
        case .none: break
        case .keys(let names):
            logger.notice(
                "JWTs are checked with the keys of the changed key set.",
                metadata: ["kids": "\(names.joined(separator: " "))"])
        case .refused(let reason):
            logger.error("The key set cannot be used, and the keys before stay.", metadata: ["error": "\(reason)"])
        }
    }
}

/// A public key of a key set.
///
/// See [RFC 7517, section 4](https://www.rfc-editor.org/rfc/rfc7517#section-4) and
/// [RFC 7518, section 6](https://www.rfc-editor.org/rfc/rfc7518#section-6).
struct JSONWebKey: Decodable {
    /// The key type, such as `RSA` or `EC`.
    let kty: String
    /// The name (key ID) by which tokens select the key.
    let kid: String?
    /// The intended use: `sig` or `enc`.
    let use: String?
    let operations: [String]?
    /// The algorithm for which the key is intended.
    let alg: String?
    /// The modulus of an RSA key; `e` is its exponent.
    let n: String?
    let e: String?
    /// The curve of an elliptic-curve key; `x` and `y` are its point.
    let crv: String?
    let x: String?
    let y: String?
    /// The private part of a key; `k` has the bytes of a secret.
    let d: String?
    let k: String?

    private enum CodingKeys: String, CodingKey {
        case kty, kid, use, alg, n, e, crv, x, y, d, k
        case operations = "key_ops"
    }

    /// Whether the key contains a secret or a private key, which only the issuer of tokens may have.
    var isSecret: Bool { kty == "oct" || d != nil || k != nil }

    /// The key that verifies signatures; `nil` for unsupported types, sizes and uses, which are ignored.
    var verificationKey: JWTVerificationKey? {
        guard use ?? "sig" == "sig", operations?.contains("verify") ?? true, let key = publicKey,
            alg ?? key.algorithm == key.algorithm
        else { return nil }
        return key
    }

    private var publicKey: JWTVerificationKey? {
        switch kty {
        case "RSA":
            guard let n = Self.bytes(n), let e = Self.bytes(e) else { return nil }
            return JWTPublicKey(der: PublicKeyEncoding.rsa(modulus: n, exponent: e)).map { .publicKey($0) }
        case "EC" where crv == "P-256":
            guard let x = Self.bytes(x), let y = Self.bytes(y) else { return nil }
            return PublicKeyEncoding.p256(x: x, y: y).flatMap { JWTPublicKey(der: $0) }.map { .publicKey($0) }
        default: return nil
        }
    }

    private static func bytes(_ text: String?) -> [UInt8]? { text.flatMap { Base64URL.bytes(of: $0.utf8) } }
}

/// A key that verifies signatures. The key alone determines the algorithm.
enum JWTVerificationKey: Sendable {
    case secret(HMACKey)
    case publicKey(JWTPublicKey)

    /// Parses the first public key of a PEM file; `nil` for unsupported key types and sizes.
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

    /// The name of the algorithm, as in the header of tokens.
    var algorithm: String {
        switch self {
        case .secret: "HS256"
        case .publicKey(let key): key.isRSA ? "RS256" : "ES256"
        }
    }

    /// Whether the signature was made with this key for the message.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .secret(let key): ConstantTime.areEqual(key.code(of: message), signature)
        case .publicKey(let key): key.verifies(signature, of: message)
        }
    }
}

/// An RSA public key of 2 048 bits or more, or a P-256 public key.
final class JWTPublicKey: Sendable {
    /// The libcrypto key, owned by this object. It never changes, so threads may share it.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Parses a SubjectPublicKeyInfo; `nil` for unsupported key types and sizes.
    init?(der: [UInt8]) {
        guard let key = csignatures_parse(der, der.count) else { return nil }
        self.key = key
    }

    deinit { csignatures_free(key) }

    var isRSA: Bool { csignatures_is_rsa(key) == 1 }

    /// Whether the signature is valid for the message, with SHA-256: RSASSA-PKCS1-v1_5, or the two numbers of ECDSA.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        csignatures_verify(key, message, message.count, signature, signature.count) == 1
    }
}

extension LinkedLibrary {
    /// The library that verifies the signatures of tokens.
    package static var openSSL: LinkedLibrary {
        LinkedLibrary(name: "OpenSSL", version: String(cString: csignatures_library_version()))
    }
}
