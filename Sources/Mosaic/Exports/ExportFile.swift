/// One file of an export.
package struct ExportFile: Sendable {
    /// The source of its bytes.
    package enum Body: Sendable {
        /// The bytes themselves.
        case bytes([UInt8])
        /// A published sheet, unchanged, by the positions of storyboard and sheet.
        case sheet(member: Int, number: Int)
        /// A tile as a picture of its own, by the positions of storyboard and tile.
        case tile(member: Int, number: Int)
        /// Bytes that are made, without encoding, when they are read.
        case made(@Sendable () async throws -> [UInt8])
    }

    /// Its path below the storyboard's folder, as it is stored: parts that are joined by slashes, not percent-encoded.
    package let path: String
    package let type: ContentType
    /// Whether the path names one content forever, because a hash of it is part of the path.
    package let isImmutable: Bool
    package let body: Body

    package init(_ path: String, _ type: ContentType, isImmutable: Bool, _ body: Body) {
        self.path = path
        self.type = type
        self.isImmutable = isImmutable
        self.body = body
    }
}
