package import TiledJPEG

/// Reads the published sheets of storyboards for exports.
package protocol SheetReader: Sendable {
    /// A sheet as restart segments.
    ///
    /// - Parameters:
    ///   - number: The sheet's position in the storyboard, from 0.
    ///   - member: The storyboard with the sheet.
    /// - Throws: `unsupported` for a PNG sheet, `malformed`, `unavailable` if the sheet is missing.
    func sheet(_ number: Int, of member: StoryboardSet.Member) async throws -> RestartGrid

    /// The bytes of a sheet, either JPEG or PNG.
    ///
    /// - Throws: `malformed`, `unavailable` if the sheet is missing.
    func bytes(ofSheet number: Int, of member: StoryboardSet.Member) async throws -> [UInt8]
}

extension SheetReader {
    /// A tile as restart segments of its sheet.
    ///
    /// - Throws: errors of ``sheet(_:of:)``.
    package func tile(_ number: Int, of member: StoryboardSet.Member) async throws -> EncodedTile {
        let tile = member.storyboard.tiles[number]
        return try await tile.cut(from: sheet(tile.sheet, of: member), of: member)
    }
}

extension StoryboardSet.Member {
    /// The record of a JPEG sheet, for reading the sheet.
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
    /// Cuts the tile out of its sheet, as restart segments.
    ///
    /// - Throws: `malformed` if the sheet has no such tile.
    package func cut(from sheet: RestartGrid, of member: StoryboardSet.Member) throws -> EncodedTile {
        do {
            return try sheet.tile(at: rect)
        } catch {
            throw MosaicError(.malformed, member.storyboard.sheets[self.sheet].name.rawValue, error.reason)
        }
    }
}

extension Sheet {
    /// Checks the bytes of the sheet, and parses them as restart segments.
    ///
    /// - Throws: `malformed` if the bytes are not the published ones, or not a tiled sheet.
    package func grid(of content: [UInt8]) throws -> RestartGrid {
        try check(content)
        do {
            return try RestartGrid(parsing: content)
        } catch {
            throw MosaicError(.malformed, name.rawValue, error.reason)
        }
    }

    /// Compares bytes with the published sheet by length and hash.
    ///
    /// - Throws: `malformed` if they differ.
    package func check(_ content: [UInt8]) throws {
        guard content.count == bytes, ContentHash(of: content) == sha256 else {
            throw MosaicError(.malformed, name.rawValue, "Its bytes are not those that the record names.")
        }
    }
}

/// Reads sheets of published storyboards from a store, and checks the hash of each.
///
/// Sheets stay in memory up to a limit, so that several exports read and parse each of them once.
package actor StoredSheets: SheetReader {
    /// One sheet of one storyboard.
    private struct Position: Hashable {
        let member: String?
        let number: Int
    }

    /// Default maximum size of the sheets in memory, in bytes.
    package static let defaultCapacity = 64 << 20

    private let store: any ObjectStore
    private let folder: ObjectKey?
    private let capacity: Int
    private var held: [Position: Task<RestartGrid, any Error>] = [:]
    /// The sheets in memory with their sizes in bytes; the least recently used one is first.
    private var used: [(position: Position, bytes: Int)] = []
    /// The number of reads from the store by ``sheet(_:of:)``.
    package private(set) var reads = 0

    /// - Parameters:
    ///   - folder: The key of the storyboard's folder; nil if the store holds a single storyboard.
    ///   - capacity: Maximum size of the sheets in memory, in bytes; the last one always stays.
    package init(in store: any ObjectStore, folder: ObjectKey?, capacity: Int = StoredSheets.defaultCapacity) {
        self.store = store
        self.folder = folder
        self.capacity = capacity
    }

    package func sheet(_ number: Int, of member: StoryboardSet.Member) async throws -> RestartGrid {
        let position = Position(member: member.folder, number: number)
        let sheet = try member.sheet(number)
        let task = held[position] ?? read(sheet, of: member)
        held[position] = task
        used.removeAll { $0.position == position }
        used.append((position, sheet.bytes))
        discard()
        do {
            return try await task.value
        } catch {
            // A later call tries again.
            held[position] = nil
            used.removeAll { $0.position == position }
            throw error
        }
    }

    package func bytes(ofSheet number: Int, of member: StoryboardSet.Member) async throws -> [UInt8] {
        let sheet = member.storyboard.sheets[number]
        let content = try await Self.read(sheet, in: store, at: key(of: sheet, of: member))
        try sheet.check(content)
        return content
    }

    private func read(_ sheet: Sheet, of member: StoryboardSet.Member) -> Task<RestartGrid, any Error> {
        reads += 1
        let key = key(of: sheet, of: member)
        return Task { [store] in try sheet.grid(of: await Self.read(sheet, in: store, at: key)) }
    }

    private static func read(_ sheet: Sheet, in store: any ObjectStore, at key: ObjectKey) async throws -> [UInt8] {
        guard let bytes = try await store.read(key, limit: sheet.bytes) else {
            throw MosaicError(.unavailable, sheet.name.rawValue, "The sheet is not there.")
        }
        return bytes
    }

    private func key(of sheet: Sheet, of member: StoryboardSet.Member) -> ObjectKey {
        let path = member.path(of: sheet.name.rawValue)
        return folder?.appending(path) ?? ObjectKey(part: path)
    }

    /// Discards the sheets that were used least recently, until the others are within the limit.
    private func discard() {
        var bytes = used.reduce(0) { $0 + $1.bytes }
        while bytes > capacity, used.count > 1 {
            let oldest = used.removeFirst()
            bytes -= oldest.bytes
            held[oldest.position] = nil
        }
    }
}
