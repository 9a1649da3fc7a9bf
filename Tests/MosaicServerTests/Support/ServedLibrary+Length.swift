import MosaicFixtures
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

extension ServedLibrary {
    /// Creates a library whose storyboard has `count` tiles at irregular times, with the same few pictures again and
    /// again.
    ///
    /// - Parameters:
    ///   - tiles: A multiple of 5.
    ///   - seconds: The mean time from tile to tile.
    init(tiles count: Int, every seconds: Int64) async throws {
        try await self.init()
        var settings = CompositionSettings()
        settings.geometry.grid = TileGrid(columns: 5, rows: 1)
        let listing = try ScreenshotFolder(path: folder.path("screenshots-[1, 2, 3, 4, 5]")).chapters()
        let request = CompositionRequest(id: StoryboardID(naming: "base"), listing: listing)
        let base = try await library.compose(request, settings: settings).storyboard
        let content = try folder.read("library/base/\(base.sheets[0].name)")
        // Two of three tiles are late, so that no cadence has them all.
        let times = (0..<Int64(count)).map { Timestamp(milliseconds: $0 * seconds * 1_000 + $0 % 3 * 317) }
        let layout = try StoryboardLayout(
            times: times, geometry: base.geometry, duration: nil, startsAtZero: base.track.startsAtZero)
        let sheets = layout.tilesOnSheet.enumerated().map { number, tiles in
            Sheet(
                name: SheetName(number: number, hash: base.sheets[0].sha256, format: .jpeg),
                size: base.geometry.sheetSize(tiles: tiles), tiles: tiles, bytes: content.count,
                sha256: base.sheets[0].sha256)
        }
        let tiles = layout.placements.enumerated().map { index, placement in
            let old = base.tiles[index % base.tiles.count]
            return Tile(
                screenshot: Screenshot(name: old.source.name, time: times[index], chapter: index + 1, title: nil),
                placement: placement,
                record: TileRecord(source: old.source, state: .ok, reason: nil, decoding: nil))
        }
        let long = Storyboard(
            id: id, title: nil, duration: nil, encoding: base.encoding, geometry: base.geometry, track: base.track,
            sheets: sheets, tiles: tiles, skipped: [])
        for sheet in sheets { try folder.write(content, to: "library/film/\(sheet.name)") }
        try folder.write(long.trackDocument(), to: "library/film/\(Storyboard.trackName)")
        try folder.write(long.record(), to: "library/film/\(Storyboard.recordName)")
    }
}
