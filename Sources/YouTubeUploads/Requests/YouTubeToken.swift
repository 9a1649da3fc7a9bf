/// An OAuth access token; no description, no dump and no error shows it.
public struct YouTubeToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Google's tokens have at most 2 048 bytes.
    private static let longest = 4_096

    /// The scope that reading a channel's uploads needs.
    public static let scope = "https://www.googleapis.com/auth/youtube.readonly"

    private let text: String

    /// Parses a token, without white space around it.
    ///
    /// - Returns: Nil unless the text is a [bearer token](https://www.rfc-editor.org/rfc/rfc6750#section-2.1).
    public init?(_ text: some StringProtocol) {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let bytes = Array(text.utf8)
        let token = bytes.drop { space.contains($0) }
        guard let last = token.lastIndex(where: { !space.contains($0) }) else { return nil }
        let trimmed = token[...last]
        guard trimmed.count <= Self.longest, trimmed.allSatisfy(Self.isAllowed) else { return nil }
        self.text = String(decoding: trimmed, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~+/=".utf8.contains(byte)
        }
    }

    /// The value of the header field `Authorization`.
    var authorization: String { "Bearer \(text)" }

    /// A placeholder for the token.
    public var description: String { "(token)" }
    /// A placeholder for the token.
    public var debugDescription: String { description }
    /// Hides the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
