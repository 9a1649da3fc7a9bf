import Mosaic

/// A JSON document with the version of its format: `version` beside the keys of the content.
///
/// The version counts incompatible changes: a key that is removed, renamed or that means something else. New keys do
/// not change it, so readers ignore unknown keys. Nested documents have no separate version.
package struct VersionedDocument<Content: Encodable>: Encodable {
    private let content: Content

    /// - Parameter content: A value that is encoded as a JSON object.
    package init(_ content: Content) { self.content = content }

    package func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .version)
    }

    private enum Key: CodingKey { case version }
}
