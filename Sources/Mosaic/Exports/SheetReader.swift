package import TiledJPEG

/// Reads the published sheets of storyboards, for exports, which move their bytes.
package protocol SheetReader: Sendable {
    /// A sheet as restart segments.
    ///
    /// - Parameters:
    ///   - number: The sheet's position in the storyboard, from 0.
    ///   - member: The storyboard that has it.
    /// - Throws: `unsupported` for a PNG sheet, `malformed`, `unavailable` where it is not there.
    func sheet(_ number: Int, of member: StoryboardSet.Member) async throws -> RestartGrid

    /// The bytes of a sheet, also of a PNG.
    ///
    /// - Throws: `malformed`, `unavailable` where it is not there.
    func bytes(ofSheet number: Int, of member: StoryboardSet.Member) async throws -> [UInt8]
}

extension SheetReader {
    /// A tile as restart segments of its sheet.
    ///
    /// - Throws: what ``sheet(_:of:)`` throws.
    package func tile(_ number: Int, of member: StoryboardSet.Member) async throws -> EncodedTile {
        let tile = member.storyboard.tiles[number]
        return try await tile.cut(from: sheet(tile.sheet, of: member), of: member)
    }
}

extension StoryboardSet.Member {
    /// The record of a sheet that is about to be read.
    ///
    /// - Throws: `unsupported` for a PNG sheet.
    package func sheet(_ number: Int) throws -> Sheet {
        let sheet = storyboard.sheets[number]
        guard sheet.name.format == .jpeg else {
            throw MosaicError(
                .unsupported, sheet.name.rawValue, "Bytes of tiles can be moved in JPEG sheets alone, and this is PNG.")
        }
        return sheet
    }
}

extension Tile {
    /// The tile as restart segments.
    ///
    /// - Throws: `malformed` where the sheet has no such tile.
    package func cut(from sheet: RestartGrid, of member: StoryboardSet.Member) throws -> EncodedTile {
        do {
            return try sheet.tile(at: rect)
        } catch {
            throw MosaicError(.malformed, member.storyboard.sheets[self.sheet].name.rawValue, error.reason)
        }
    }
}

extension Sheet {
    /// The sheet of these bytes as restart segments.
    ///
    /// - Throws: `malformed` where the bytes are not those that were published, or no sheet.
    package func grid(of content: [UInt8]) throws -> RestartGrid {
        try check(content)
        do {
            return try RestartGrid(parsing: content)
        } catch {
            throw MosaicError(.malformed, name.rawValue, error.reason)
        }
    }

    /// Compares bytes with those that were published.
    ///
    /// - Throws: `malformed` where they differ.
    package func check(_ content: [UInt8]) throws {
        guard content.count == bytes, ContentHash(of: content) == sha256 else {
            throw MosaicError(.malformed, name.rawValue, "Its bytes are not those that the record names.")
        }
    }
}
