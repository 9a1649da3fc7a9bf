/// The URLs of a storyboard's files on a CDN: a text such as `https://cdn.example/{id}/{path}?{signature}`.
///
/// `{path}` stands for a file's path below the storyboard's folder, `{id}` for the storyboard, both percent-encoded.
/// `{signature}` stands for `signature=` and 64 hexadecimal digits: HMAC-SHA256, with the secret as UTF-8, over the URL
/// from the first slash of its path to the question mark or ampersand before the signature. So an expiry in the
/// template's query is signed, too. Numbered files (`$Number$`) share the signature of their folder's path with its
/// slash.
package struct SheetURLTemplate: Hashable, Sendable, CustomStringConvertible {
    /// Maximum length of a template, in bytes.
    static let maximumLength = 2_048
    /// Bytes reserved for the name of a width's folder.
    private static let reserve = 16

    /// The subject of errors about a template.
    package static let subject = "sheet URL"

    /// The template as text.
    package private(set) var description: String
    /// The text before `{path}`, with `{id}` in it or without.
    private var beginning: String
    /// The text after `{path}`, without the signature and the separator before it.
    private let ending: String
    /// `?` or `&` before `{signature}`; nil without a signature.
    private let separator: Character?
    /// Offset of the URL's path in ``beginning``, in bytes.
    private let authority: Int

    /// Whether URLs are signed, so that they need a secret.
    package var isSigned: Bool { separator != nil }

    /// Parses a template.
    ///
    /// - Throws: `invalidSettings`.
    package init(_ text: String) throws(MosaicError) {
        try self.init(text, limit: Self.maximumLength - Self.reserve)
    }

    /// Reads the template of a record, which may be longer by the name of a width's folder.
    init(recorded text: String) throws(MosaicError) { try self.init(text, limit: Self.maximumLength) }

    private init(_ text: String, limit: Int) throws(MosaicError) {
        func fail(_ reason: String) -> MosaicError { MosaicError(.invalidSettings, Self.subject, reason) }
        guard (1...limit).contains(text.utf8.count) else {
            throw fail("A template of \(text.utf8.count) bytes is not within 1...\(limit).")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"#"<>\^`|"#.utf8.contains($0) }) else {
            throw fail("A template has the characters of a URL, without a fragment, and no others.")
        }
        let parts = text.split(separator: "{path}", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw fail("A template has {path} once, where the path of a file belongs.") }
        var ending = parts[1]
        var separator: Character?
        if ending.hasSuffix("{signature}") {
            ending.removeLast("{signature}".count)
            separator = ending.popLast()
            guard separator == "?" || separator == "&", (separator == "&") == ending.contains("?") else {
                throw fail("{signature} is the last parameter of the query, behind ? or &.")
            }
        }
        let pieces = parts[0].split(separator: "{id}", omittingEmptySubsequences: false)
        let rest: String = pieces.joined() + ending
        if let other = rest.firstMatch(of: /\{[A-Za-z_]+\}/)?.0, !["{id}", "{path}", "{signature}"].contains(other) {
            throw fail("\(other) is not a placeholder; these are {id}, {path} and {signature}.")
        }
        guard pieces.count <= 2, !rest.contains(where: { $0 == "{" || $0 == "}" }) else {
            throw fail("The placeholders are {path}, and at most once {id} before it and {signature} at the end.")
        }
        guard !parts[0].contains("?"), ending.isEmpty || ending.hasPrefix("?") else {
            throw fail("{path} is the end of the URL's path.")
        }
        let start = parts[0].firstRange(of: "//").map { $0.upperBound } ?? parts[0].startIndex
        let slash = parts[0][start...].firstIndex(of: "/")
        guard separator == nil || slash != nil else {
            throw fail("A template with {signature} begins with https:// and a host, or with a slash.")
        }
        description = text
        beginning = parts[0]
        self.ending = ending
        self.separator = separator
        authority = slash.map { parts[0].utf8.distance(from: parts[0].startIndex, to: $0) } ?? 0
    }

    /// The URL of a path below the storyboard's folder.
    ///
    /// - Parameter signature: 64 hexadecimal digits; nil leaves the parameter out.
    func url(of path: String, _ id: StoryboardID, signature: String?) -> String {
        let url = begin(id) + FileURLs.encoded(path) + ending
        guard let separator, let signature else { return url }
        return "\(url)\(separator)signature=\(signature)"
    }

    /// The signature in the URL of a path.
    func signature(of path: String, _ id: StoryboardID, _ secret: SheetURLSecret) -> String {
        var path = path
        if path.contains("$Number$"), let slash = path.lastIndex(of: "/") { path = String(path[...slash]) }
        let signed = begin(id) + FileURLs.encoded(path) + ending
        return secret.signature(of: Substring(signed.utf8.dropFirst(authority)))
    }

    /// The same template for a storyboard in the subfolder `name`.
    func inFolder(_ name: String) -> SheetURLTemplate {
        var template = self
        template.beginning += FileURLs.encoded(name) + "/"
        template.description = description.replacing("{path}", with: FileURLs.encoded(name) + "/{path}")
        return template
    }

    private func begin(_ id: StoryboardID) -> String {
        beginning.replacing("{id}", with: FileURLs.encoded(id.rawValue))
    }
}

extension SheetURLTemplate: Codable {
    /// Reads the template from a string.
    package init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the template as a string.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The secret for signing URLs of a CDN. It is never stored or printed.
package struct SheetURLSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The environment variable that contains the secret.
    package static let variable = "MOSAIC_SHEET_URL_SECRET"

    /// The error for URLs that have to be signed without a secret.
    package static let missing = MosaicError(
        .invalidSettings, SheetURLTemplate.subject, "The template has {signature}: set \(variable) in the environment.")

    private let key: HMACKey

    /// Creates a secret from a text of 16...4 096 bytes in UTF-8.
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
