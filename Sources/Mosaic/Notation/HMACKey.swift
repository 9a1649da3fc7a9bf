import CDigest

/// A secret key of HMAC with SHA-256.
///
/// See [RFC 2104](https://www.rfc-editor.org/rfc/rfc2104).
package struct HMACKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    /// Creates a key of any length.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The authentication code of a message, 32 bytes.
    package func code(of message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(CDigestSHA256Length))
        cdigest_hmac_sha256(bytes, bytes.count, message, message.count, &code)
        return code
    }

    /// A placeholder that hides the key.
    package var description: String { "(key)" }

    /// A mirror without children, which hides the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares secrets.
package enum ConstantTime {
    /// Whether the bytes are equal. The time depends on their counts alone, so it does not reveal which bytes differ.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
