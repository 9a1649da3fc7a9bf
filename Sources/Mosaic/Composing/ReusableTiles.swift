import MosaicSystem
import TiledJPEG

/// The tiles that a composition reuses from an earlier publication.
///
/// A tile is reused if screenshot, encoding and geometry are unchanged. A sheet is read only if it is not reused as a
/// whole, or if content is verified.
struct ReusableTiles {
    /// For each screenshot, the position of its tile in the earlier publication; nil if the tile has to be made.
    private(set) var positions: [Int?]
    /// Unchanged sheets by number.
    private(set) var wholeSheets: [Int: Sheet] = [:]

    private let published: PublishedSheets
    private let verifiesContent: Bool
    /// The recorded source of each screenshot's earlier tile; `nil` without an intact tile.
    private let recorded: [Tile.Source?]
    /// The source of each reused tile as listed or read now; nil for other screenshots.
    private let sources: [Tile.Source?]
    private var tilesOfSheets: [Int: [EncodedTile]] = [:]

    /// Compares screenshots with the record, then reads the sheets whose tiles are moved to new sheets.
    ///
    /// - Parameters:
    ///   - verifiesContent: Whether to read files even if their versions are unchanged, and sheets even if their
    ///     lengths match.
    ///   - alike: The reusable tiles of another width; screenshots that it compared are not compared again.
    init(
        of published: PublishedSheets, for listing: ScreenshotListing, layout: StoryboardLayout, verifiesContent: Bool,
        alike: ReusableTiles? = nil
    ) async {
        let screenshots = listing.screenshots
        self.published = published
        self.verifiesContent = verifiesContent
        let tiles = published.storyboard.tiles
        // Compared by bytes: names with composed and decomposed letters are different files.
        let isFilm = listing.film != nil
        let known = Dictionary(tiles.indices.map { (Self.key(tiles[$0].source.name, isFilm), $0) }) { first, _ in first
        }
        let candidates = screenshots.enumerated().map { index, screenshot in
            let key = Self.key(screenshot.name, isFilm)
            // A list may name a file several times. The tile at the same position is preferred.
            let isInPlace = tiles.indices.contains(index) && Self.key(tiles[index].source.name, isFilm) == key
            return isInPlace ? index : known[key]
        }
        let recorded = candidates.map { position in
            position.flatMap { tiles[$0].state == .ok ? tiles[$0].source : nil }
        }
        self.recorded = recorded
        let isKnown = recorded.indices.map { recorded[$0] != nil && recorded[$0] == alike?.recorded[$0] }
        var sources = await Tile.Source.unchanged(
            zip(recorded, isKnown).map { $1 ? nil : $0 }, in: screenshots, from: listing.reader,
            verifiesContent: verifiesContent)
        for index in recorded.indices where isKnown[index] { sources[index] = alike?.sources[index] }
        self.sources = sources
        positions = zip(candidates, sources).map { position, source in source == nil ? nil : position }
        for number in layout.tilesOnSheet.indices { await keepWhole(number, layout) }
        for (number, tiles) in tilesToMove(layout) {
            tilesOfSheets[number] = await published.tiles(of: published.storyboard.sheets[number])
            // The tiles of a missing or damaged sheet are made again.
            if tilesOfSheets[number] == nil { for index in tiles { positions[index] = nil } }
        }
    }

    /// The bytes that identify a screenshot and its earlier tile: the name, or only the time for a frame of a film,
    /// because the film may have been renamed.
    private static func key(_ name: String, _ isFilm: Bool) -> ArraySlice<UInt8> {
        let bytes = Array(name.utf8)
        guard isFilm, let hash = bytes.lastIndex(of: UInt8(ascii: "#")) else { return bytes[...] }
        return ArraySlice(Array(bytes[hash...]))
    }

    /// The record of a screenshot's reused tile; nil if the tile is not reused. It does not contain the tile's start
    /// and end, because they may have changed.
    func record(forScreenshot index: Int) -> TileRecord? {
        guard let position = positions[index], let source = sources[index] else { return nil }
        let tile = published.storyboard.tiles[position]
        return TileRecord(
            source: source, state: tile.state, reason: tile.reason, decoding: nil, frameTime: tile.frameTime)
    }

    /// The reused tile of a screenshot; nil if the tile is not reused or its sheet was not read.
    func tile(forScreenshot index: Int) -> EncodedTile? {
        guard let position = positions[index] else { return nil }
        let sheet = published.storyboard.tiles[position].sheet
        return tilesOfSheets[sheet]?[position - sheet * published.storyboard.geometry.grid.count]
    }

    private mutating func keepWhole(_ number: Int, _ layout: StoryboardLayout) async {
        let range = layout.tiles(onSheet: number)
        guard published.storyboard.sheets.indices.contains(number) else { return }
        let sheet = published.storyboard.sheets[number]
        guard sheet.tiles == range.count, range.allSatisfy({ positions[$0] == $0 }), await published.isPresent(sheet)
        else { return }
        if verifiesContent, await published.tiles(of: sheet) == nil { return }
        wholeSheets[number] = sheet
    }

    /// The earlier sheets to read, each with the screenshots that reuse its tiles.
    private func tilesToMove(_ layout: StoryboardLayout) -> [Int: [Int]] {
        var needed: [Int: [Int]] = [:]
        for number in layout.tilesOnSheet.indices where wholeSheets[number] == nil {
            for index in layout.tiles(onSheet: number) {
                guard let position = positions[index] else { continue }
                needed[published.storyboard.tiles[position].sheet, default: []].append(index)
            }
        }
        return needed
    }
}

/// An earlier publication whose tiles can be reused.
package struct PublishedSheets: Sendable {
    package let storyboard: Storyboard
    /// The store of the sheets.
    let store: any ObjectStore
    /// The key of the folder with the sheets; nil if the store holds a single storyboard.
    let folder: ObjectKey?

    /// Whether the store has the sheet with its recorded length; does not read the sheet.
    func isPresent(_ sheet: Sheet) async -> Bool {
        (try? await store.status(of: key(of: sheet)))?.bytes == sheet.bytes
    }

    /// Reads the tiles of a sheet; nil if the sheet is missing or differs from the record.
    func tiles(of sheet: Sheet) async -> [EncodedTile]? {
        guard let bytes = try? await store.read(key(of: sheet), limit: sheet.bytes), bytes.count == sheet.bytes,
            ContentHash(of: bytes) == sheet.sha256
        else { return nil }
        return try? TiledSheet(
            parsing: bytes, cellSize: storyboard.geometry.cell, tileSize: storyboard.geometry.tile, count: sheet.tiles
        ).tiles
    }

    private func key(of sheet: Sheet) -> ObjectKey {
        folder?.appending(sheet.name.rawValue) ?? ObjectKey(part: sheet.name.rawValue)
    }
}

extension Tile.Source {
    /// The current source of each unchanged screenshot; nil for all others.
    ///
    /// Pictures whose version has changed are read; the reader decides how many at a time. If length and checksum are
    /// as recorded, the picture is unchanged and its new version is recorded. A version that changed only by
    /// permissions or links is not recorded, so that the record stays the same.
    ///
    /// - Parameter recorded: The recorded source of each screenshot; nil if there is no source to compare.
    package static func unchanged(
        _ recorded: [Tile.Source?], in screenshots: [Screenshot], from reader: any ScreenshotReader,
        verifiesContent: Bool
    ) async -> [Tile.Source?] {
        var sources = [Tile.Source?](repeating: nil, count: screenshots.count)
        var undecided: [(index: Int, source: Tile.Source, bytes: Int)] = []
        for (index, screenshot) in screenshots.enumerated() {
            guard let source = recorded[index] else { continue }
            switch source.comparison(with: screenshot, verifiesContent: verifiesContent) {
            case .same(let source): sources[index] = source
            case .other: break
            case .undecided(let bytes): undecided.append((index, source, bytes))
            }
        }
        guard !undecided.isEmpty else { return sources }
        let now = await reader.sources(of: undecided.map { screenshots[$0.index] }, limits: undecided.map(\.bytes))
        for ((index, source, _), now) in zip(undecided, now) {
            sources[index] = now.flatMap { source.unchanged(in: screenshots[index], readAs: $0) }
        }
        return sources
    }

    /// The current source if the screenshot is unchanged; nil otherwise.
    package func unchanged(
        in screenshot: Screenshot, from reader: any ScreenshotReader, verifiesContent: Bool
    ) async -> Tile.Source? {
        await Self.unchanged([self], in: [screenshot], from: reader, verifiesContent: verifiesContent)[0]
    }

    /// The result of comparing a recorded source with a listed screenshot.
    private enum Comparison {
        /// The version is unchanged.
        case same(Tile.Source)
        case other
        /// The content has to be read; `bytes` is its recorded length.
        case undecided(bytes: Int)
    }

    private func comparison(with screenshot: Screenshot, verifiesContent: Bool) -> Comparison {
        // The same film may be listed with another frame.
        guard screenshot.selection?.description == selection else { return .other }
        if let status = screenshot.status {
            guard status.bytes == bytes else { return .other }
            if !verifiesContent, let moved = moved(to: screenshot.name, status) { return .same(moved) }
            if !screenshot.name.utf8.elementsEqual(name.utf8) { return .other }
            if !verifiesContent, let known = known(as: status) { return .same(known) }
        }
        guard checksum != nil, let bytes else { return .other }
        return .undecided(bytes: bytes)
    }

    /// The frame of a film that was renamed, or copied with its name and time, and not written since; nil for other ones.
    private func moved(to other: String, _ status: Screenshot.Status) -> Tile.Source? {
        let isNamed = other.utf8.elementsEqual(name.utf8)
        guard case .file(let file) = status, let version, name.contains("#t="),
            version.isFilm(in: file, keepingName: isNamed), !isNamed || !version.precedes(file)
        else { return nil }
        return Tile.Source(
            name: other, bytes: bytes, checksum: checksum, version: ObjectVersion(of: file),
            hasICCProfile: hasICCProfile, selection: selection)
    }

    /// The source as read if its content is unchanged; nil otherwise.
    private func unchanged(in screenshot: Screenshot, readAs now: Tile.Source) -> Tile.Source? {
        guard now.checksum == checksum else { return nil }
        if case .file(let status) = screenshot.status, version?.precedes(status) == true { return self }
        var now = now
        now.hasICCProfile = hasICCProfile
        return now
    }

    /// This source if its recorded version is the current one; nil otherwise.
    private func known(as status: Screenshot.Status) -> Tile.Source? {
        guard let version else { return nil }
        let now =
            switch status {
            case .object(_, let version): version
            case .file(let status): ObjectVersion(of: status)
            }
        return version == now ? self : nil
    }
}
