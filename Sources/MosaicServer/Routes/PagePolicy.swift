import Foundation
import Mosaic

/// The `Content-Security-Policy` of a page: the page loads from its own server alone, its inline elements are those
/// with a known text, and no other page embeds it.
struct PagePolicy: Hashable, Sendable {
    /// The value of the header field.
    let fieldValue: String

    /// Creates the policy of a page with a style and scripts, each as the text between its tags.
    ///
    /// - Parameter showsBlobs: Whether a script shows pictures that it fetched with a token.
    init(style: String, scripts: [String], showsBlobs: Bool = false) {
        let images = showsBlobs ? "'self' blob:" : "'self'"
        fieldValue =
            "default-src 'none'; img-src \(images); connect-src 'self'; style-src \(Self.source(of: style)); "
            + "script-src \(scripts.map(Self.source).joined(separator: " ")); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }

    /// A source expression that matches one inline element by its text.
    ///
    /// [Content Security Policy, hash sources](https://www.w3.org/TR/CSP3/#grammardef-hash-source)
    private static func source(of text: String) -> String {
        "'sha256-\(Data(ContentHash(of: Array(text.utf8)).bytes).base64EncodedString())'"
    }
}
