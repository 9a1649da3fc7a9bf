import MosaicSystem
import TiledJPEG

/// The tiles of a composition that are moved from an earlier publication.
///
/// A tile is reused where screenshot, encoding and geometry are unchanged. A sheet that is unchanged as a whole is not
/// read.
struct ReusableTiles {
    /// For each screenshot the position of its tile in the earlier publication; nil where the tile has to be made.
    private(set) var positions: [Int?]
    /// Unchanged sheets by number.
    private(set) var wholeSheets: [Int: Sheet] = [:]

    private let published: PublishedSheets
    private let verifiesContent: Bool
    /// The recorded source of each screenshot's earlier tile; `nil` without an intact tile.
    private let recorded: [Tile.Source?]
    /// The current status of the file of each reused tile.
    private let sources: [Tile.Source?]
    private var tilesOfSheets: [Int: [EncodedTile]] = [:]

    /// Compares screenshots with the record, then reads the sheets from which tiles have to be moved.
    ///
    /// - Parameters:
    ///   - verifiesContent: Whether files are read although their versions are unchanged, and sheets although they have
    ///     their size.
    ///   - alike: The tiles of another width, whose screenshots are not compared again.
    init(
        of published: PublishedSheets, for listing: ScreenshotListing, layout: StoryboardLayout, verifiesContent: Bool,
        alike: ReusableTiles? = nil
    ) async {
        let screenshots = listing.screenshots
        self.published = published
        self.verifiesContent = verifiesContent
        let tiles = published.storyboard.tiles
        // By bytes: composed and decomposed letters are different files.
        let known = Dictionary(tiles.indices.map { (Array(tiles[$0].source.name.utf8), $0) }) { first, _ in first }
        let candidates = screenshots.enumerated().map { index, screenshot in
            // A list may name a file several times; each of its tiles then stays where it is.
            let isInPlace =
                tiles.indices.contains(index) && tiles[index].source.name.utf8.elementsEqual(screenshot.name.utf8)
            return isInPlace ? index : known[Array(screenshot.name.utf8)]
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
            // The tiles of a sheet that is absent or damaged are made again.
            if tilesOfSheets[number] == nil { for index in tiles { positions[index] = nil } }
        }
    }

    /// The recorded facts about a screenshot's tile; its times may have changed.
    func record(forScreenshot index: Int) -> TileRecord? {
        guard let position = positions[index], let source = sources[index] else { return nil }
        let tile = published.storyboard.tiles[position]
        return TileRecord(
            source: source, state: tile.state, reason: tile.reason, decoding: nil, frameTime: tile.frameTime)
    }

    /// The reused tile of a screenshot.
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

    /// Earlier sheets that have to be read, and the screenshots whose tiles they hold.
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
