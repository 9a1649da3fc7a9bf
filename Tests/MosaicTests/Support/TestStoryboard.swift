import CJPEGOracle
import Foundation
import MosaicFixtures
import Raster
import TiledJPEG
import WebVTT

@testable import Mosaic

/// A storyboard of seven tiles whose sheets are real.
struct TestStoryboard {
    var width: Int
    var height = 30
    let times = (0..<7).map { Timestamp(milliseconds: 10_000 * Int64($0)) }

    init(width: Int) { self.width = width }

    private var geometry: TileGeometry {
        guard let grid = TileGrid(columns: 2, rows: 2) else { preconditionFailure("a bad grid") }
        let tile = PixelSize(width: width, height: height)
        return TileGeometry(
            tile: tile, cell: tile.roundedUp(toMultipleOf: PixelSize(width: 16, height: 16)), grid: grid)
    }

    private func sheets() throws -> [SheetPacking.Packed] {
        let settings = TileSettings(
            tileSize: geometry.tile, cellSize: geometry.cell, codec: .jpeg(quality: 80, chroma: .yuv420))
        let maker = try TileMaker(settings: settings)
        var packing = SheetPacking(geometry: geometry)
        var sheets: [SheetPacking.Packed] = []
        for number in times.indices {
            let tile = try maker.makeTile(from: DrawnScreenshot(number: number, size: geometry.tile).encoded)
            if let sheet = try packing.add(EncodedTile(parsing: tile.bytes)) { sheets.append(sheet) }
        }
        if let last = try packing.finish() { sheets.append(last) }
        return sheets
    }

    func storyboard() throws -> Storyboard { try storyboard(on: sheets().map(\.sheet), widths: []) }

    private func storyboard(on sheets: [Sheet], widths: [Int]) throws -> Storyboard {
        let layout = try StoryboardLayout(times: times, geometry: geometry, duration: nil, startsAtZero: true)
        let tiles = zip(times, layout.placements).map { time, placement in
            let screenshot = Screenshot(name: "\(time.milliseconds).jpg", time: time)
            let source = Tile.Source(
                name: screenshot.name, bytes: nil, checksum: nil, version: nil, hasICCProfile: false)
            return Tile(
                screenshot: screenshot, placement: placement,
                record: TileRecord(source: source, state: .ok, reason: nil, decoding: nil))
        }
        var encoding = TileEncoding()
        encoding.tables = .newest
        return Storyboard(
            id: StoryboardID(naming: "film"), title: nil, duration: nil, encoding: encoding, geometry: geometry,
            track: TrackSettings(), sheets: sheets, tiles: tiles, skipped: [], widths: widths)
    }

    /// Publishes it below a key; nil for the whole store.
    func publish(in store: any ObjectStore, _ key: ObjectKey?, widths: [Int]) async throws {
        let sheets = try sheets()
        let storyboard = try storyboard(on: sheets.map(\.sheet), widths: widths)
        let publisher = StoryboardPublisher(in: store, folder: key, previous: nil)
        var staged: [StagedObject] = []
        for (sheet, bytes) in sheets {
            if let object = try await publisher.stage(sheet, bytes: bytes) { staged.append(object) }
        }
        try await publisher.publish(
            storyboard, sheets: staged, keepingOld: 0, now: Date(timeIntervalSince1970: 0))
    }
}
