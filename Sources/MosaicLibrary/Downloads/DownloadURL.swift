import Foundation
import Mosaic
import WebOrigins

/// The URL of a video: scheme `http` or `https`, a host without credentials, and only characters that a URL does not
/// escape.
package struct DownloadURL: Hashable, Sendable, CustomStringConvertible {
    /// Maximum length in bytes.
    package static let maximumLength = 4_096
    /// Allowed characters besides unreserved ones. Brackets are allowed in the host only, because downloaders may expand
    /// them elsewhere.
    ///
    /// See [RFC 3986, section 2](https://www.rfc-editor.org/rfc/rfc3986#section-2).
    private static let marks = Set(":/?#@!$&'()*+,;=%".utf8)

    /// The URL as text. It begins with the scheme, so a program cannot mistake it for an option.
    package let text: String
    /// The host in lower case, without a port.
    package let host: String

    /// Parses a URL and keeps its spelling; `nil` for any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength,
            let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard authority.first != UInt8(ascii: "-"), authority.last != UInt8(ascii: ":"),
            Authority(String(Substring(authority))) != nil, rest.dropFirst(authority.count).allSatisfy(Self.isAllowed)
        else { return nil }
        let isBracketed = authority.first == UInt8(ascii: "[")
        let end = UInt8(ascii: isBracketed ? "]" : ":")
        let host = authority.prefix { $0 != end }
        self.text = text
        self.host = (String(Substring(host)) + (isBracketed ? "]" : "")).lowercased()
    }

    /// The host only, because the rest may contain a secret.
    package var description: String { host }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || marks.contains(byte)
    }
}

/// Queries and fragments may contain secrets, so they are stored only until the download ends.
extension DownloadURL {
    /// Minimum length in bytes of a query value that is replaced in messages. Shorter values may be ordinary words.
    private static let shortestValue = 6

    /// The URL without query and fragment; `nil` if it has neither.
    var withoutQuery: DownloadURL? { queryStart.flatMap { DownloadURL(String(text[..<$0])) } }

    private var queryStart: String.Index? { text.utf8.firstIndex { "?#".utf8.contains($0) } }

    /// Removes the queries of all URLs from a message, and replaces this URL's query and its values anywhere in the
    /// text.
    func withoutQueries(_ message: String) -> String {
        var message = message.replacing(/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/.ignoresCase()) { $0.output.1 }
        guard let start = queryStart else { return message }
        let query = text[text.index(after: start)...]
        let values = query.split { "&;=?#".contains($0) }.filter { $0.utf8.count >= Self.shortestValue }
        let secrets = ([query] + values).map(String.init).filter { !$0.isEmpty }
        for secret in secrets + secrets.compactMap(\.removingPercentEncoding) {
            message = message.replacing(secret, with: "...")
        }
        return message
    }
}
