/// A text that no description shows, such as a token: services describe themselves with their settings in logs.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The text itself.
    package let text: String

    /// Creates a secret.
    public init(_ text: String) { self.text = text }

    /// Hides the text.
    public var description: String { "(secret)" }

    /// Hides the text.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// A command that makes a secret.
    static let advice = "openssl rand -hex 32 makes one"

    /// The sentence about a secret that is short enough to be guessed.
    static func tooShort(_ bytes: Int, minimum: Int) -> String {
        "It has \(bytes) \(bytes == 1 ? "byte" : "bytes"); a secret has \(minimum) or more, and \(advice)."
    }
}

extension Secret: ExpressibleByStringLiteral {
    /// Creates a secret, for tests and examples.
    public init(stringLiteral text: String) { self.init(text) }
}
