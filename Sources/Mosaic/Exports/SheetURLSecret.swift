/// The secret that URLs of a CDN are signed with. It is written nowhere.
package struct SheetURLSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The variable of the environment that has it.
    package static let variable = "MOSAIC_SHEET_URL_SECRET"

    /// The error where URLs have to be signed without a secret.
    package static let missing = MosaicError(
        .invalidSettings, "sheet URL", "The template has {signature}: set \(variable) in the environment.")

    private let key: HMACKey

    /// Takes a secret of 16...4 096 bytes as UTF-8.
    ///
    /// - Throws: `invalidSettings`.
    package init(_ text: String) throws(MosaicError) {
        let bytes = Array(text.utf8)
        guard (16...4_096).contains(bytes.count) else {
            throw MosaicError(
                .invalidSettings, Self.variable,
                "It has \(bytes.count) bytes; a secret has 16 to 4096, and openssl rand -hex 32 makes one.")
        }
        key = HMACKey(bytes)
    }

    /// HMAC-SHA256 in lower-case hexadecimal digits.
    ///
    /// See [RFC 2104](https://www.rfc-editor.org/rfc/rfc2104).
    package func signature(of text: Substring) -> String { Hexadecimal.text(of: key.code(of: Array(text.utf8))) }

    /// A placeholder that hides the secret.
    package var description: String { "(secret)" }

    /// A mirror without children, which hides the secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
