import TiledJPEG

/// One file of an export.
package struct ExportFile: Sendable {
    /// The source of its bytes.
    package enum Body: Sendable {
        /// The bytes themselves.
        case bytes([UInt8])
        /// A published sheet, unchanged, by the positions of storyboard and sheet.
        case sheet(member: Int, number: Int)
        /// A tile as a separate picture, by the positions of storyboard and tile.
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

    /// The published sheets of a storyboard, which a document names by their own paths.
    static func sheets(of member: Int, in storyboards: StoryboardSet) -> [ExportFile] {
        let storyboard = storyboards.members[member]
        return storyboard.storyboard.sheets.enumerated().map { number, sheet in
            ExportFile(
                storyboard.path(of: sheet.name.rawValue), sheet.name.format == .jpeg ? .jpeg : .png, isImmutable: true,
                .sheet(member: member, number: number))
        }
    }

    /// Whether it is a published sheet in its own place, which stays where the export is removed.
    package func isPublished(in storyboards: StoryboardSet) -> Bool {
        guard case .sheet(let member, let number) = body else { return false }
        let storyboard = storyboards.members[member]
        return path == storyboard.path(of: storyboard.storyboard.sheets[number].name.rawValue)
    }

    /// Its bytes.
    ///
    /// - Throws: what the reader of sheets and the maker of the bytes throw.
    package func bytes(from source: ExportSource) async throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .sheet(let member, let number):
            try await source.sheets.bytes(ofSheet: number, of: source.storyboards.members[member])
        case .tile(let member, let number):
            try await source.sheets.tile(number, of: source.storyboards.members[member]).encoded()
        case .made(let make): try await make()
        }
    }
}
