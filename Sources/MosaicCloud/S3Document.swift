import PlayerFormats

/// XML that S3 servers write: UTF-8, within the limits of a page of a listing.
enum S3Document {
    /// Reads a document's only element.
    static func root(
        of bytes: [UInt8], limits: PlayerFormats.XMLElement.Limits = .init(bytes: 8 << 20, elements: 20_000, depth: 12)
    ) throws(ThumbnailFormatError) -> PlayerFormats.XMLElement {
        let root = try XMLElement.root(of: bytes, limits: limits)
        // The reader repairs other bytes, and a repaired key names another object.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ThumbnailFormatError(.malformed, "document", "It is not in UTF-8.")
        }
        return root
    }
}
