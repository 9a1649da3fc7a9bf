import Foundation
import Mosaic
import MosaicLibrary
import Synchronization

/// The public keys of a file, by their names; read again while the server runs.
///
/// See [RFC 7517, section 5](https://www.rfc-editor.org/rfc/rfc7517#section-5).
final class JWTKeySet: Sendable {
    /// The most keys of a set, and the most bytes of its file.
    static let limits = (keys: 64, bytes: 256 << 10)

    /// The result of reading the file again.
    enum Change {
        case none
        /// Tokens are checked with these keys now.
        case keys([String])
        /// The file is not usable, and the earlier keys stay. One sentence; reported once for each content of the
        /// file.
        case refused(String)
    }

    private struct State {
        var keys: [String: JWTVerificationKey]
        /// The bytes last read, valid or not.
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

    /// The key of a name; nil where the set has none.
    func key(named name: String) -> JWTVerificationKey? { state.withLock { $0.keys[name] } }

    /// Reads the file again, and takes its keys where it holds others than before.
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
