/// The media types that a client accepts, with their qualities.
///
/// See [RFC 9110, section 12.5.1](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1).
package struct AcceptedTypes: Hashable, Sendable {
    /// The most ranges that are read; a browser sends about eight.
    static let maximumCount = 64

    /// Thousandths, 0...1000, by media range in lower case.
    private let qualities: [String: Int]

    /// Parses `Accept`; nil and ranges that cannot be parsed accept nothing in particular.
    package init(_ field: String?) {
        var qualities: [String: Int] = [:]
        for range in (field ?? "").split(separator: ",").prefix(Self.maximumCount) {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let type = parts.first, type.contains("/") else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            qualities[type] = weight.map { Self.thousandths($0.dropFirst(2)) } ?? 1_000
        }
        self.qualities = qualities
    }

    /// Whether a client that can also have JSON wants HTML: it names HTML, with a higher quality than JSON, or with the
    /// same where it does not name JSON.
    package var preferHTML: Bool {
        guard let html = qualities["text/html"], html > 0 else { return false }
        if let json = qualities["application/json"] { return html > json }
        return html >= qualities["application/*"] ?? qualities["*/*"] ?? 0
    }

    /// A weight such as `0.8` or `1`; other text counts as 0.
    private static func thousandths(_ text: Substring) -> Int {
        guard text.utf8.count <= 5, let weight = Double(text), (0...1).contains(weight) else { return 0 }
        return Int((weight * 1_000).rounded())
    }
}
