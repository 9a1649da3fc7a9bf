import Foundation
import MosaicFixtures
import Seeded
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Exports are read back by the importer.
struct ExportImportTests {
    private let folder = TemporaryFolder()

    /// A storyboard with 1 to 40 tiles at random times and titles at some of them.
    private func drawn(seed: UInt64, cadence: Int64? = nil) -> TiledStoryboard {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...40, using: &random)
        var times: [Int64] = [[0, 4_000].randomElement(using: &random) ?? 0]
        while times.count < count {
            times.append(times[times.count - 1] + Int64.random(in: 1...90_000, using: &random))
        }
        if let cadence { times = (0..<Int64(count)).map { $0 * cadence } }
        let end = cadence.map { $0 * Int64(count) } ?? times[count - 1] + Int64.random(in: 1...9_000, using: &random)
        var storyboard = TiledStoryboard(times: times, duration: end)
        // With and without padding in the cells.
        let sizes = [(32, 32), (40, 23), (48, 20), (64, 64)].map { PixelSize(width: $0.0, height: $0.1) }
        storyboard.tile = sizes.randomElement(using: &random) ?? sizes[0]
        storyboard.grid = TileGrid(
            columns: Int.random(in: 1...5, using: &random), rows: Int.random(in: 1...5, using: &random))
        for number in 0..<count where Bool.random(using: &random) {
            storyboard.titles[number] = "No. \(number) <b>&amp; \"quotes\" ü 日本"
        }
        return storyboard
    }

    /// Writes an export, and the chapters where there are any, into a folder.
    private func write(_ name: String, _ source: ExportSource) async throws -> String {
        let export = try #require(Export(named: name))
        var files = try await export.files(of: source)
        if source.storyboards.main.tiles.contains(where: { $0.title != nil }) {
            files += try await Export.chapters.files(of: source)
        }
        for file in files {
            let parts = file.path.split(separator: "/")
            try folder.makeFolder("export/" + parts.dropLast().joined(separator: "/"))
            try folder.write(try await file.bytes(from: source), to: "export/" + file.path)
        }
        return folder.path("export/" + export.document)
    }

    private func imported(_ path: String) async throws -> Storyboard {
        let tiles = try ImportedTiles(at: path, ImportFacts())
        let opened = try StoryboardFolder(path: folder.path("imported"), for: StoryboardID(naming: "film"))
        let result = try await StoryboardImporter(settings: CompositionSettings(), encodesAll: false).publish(
            tiles, as: StoryboardID(naming: "film"), title: nil, into: opened, StoryboardComposer.Publication())
        #expect(result.isMoved)
        return result.storyboard
    }

    /// The tiles as pictures of their own.
    private func pictures(of storyboard: Storyboard) throws -> [[UInt8]] {
        try storyboard.tiles.map { tile in
            let name = storyboard.sheets[tile.sheet].name
            return try RestartGrid(parsing: folder.read("imported/\(name)")).extract(tile.rect)
        }
    }

    private func pictures(_ source: ExportSource) async throws -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        for number in source.storyboards.main.tiles.indices {
            pictures.append(try await source.sheets.tile(number, of: source.storyboards.members[0]).encoded())
        }
        return pictures
    }

    @Test(arguments: ["vidstack", "hls", "hls-iframe", "dash", "bif"], Tier.sample(UInt64(1)...12, 2))
    func `an imported exact export has the same tiles, times and titles`(name: String, seed: UInt64) async throws {
        let drawing = drawn(seed: seed)
        let source = try await drawing.source()
        let storyboard = try await imported(write(name, source))
        let main = source.storyboards.main
        #expect(storyboard.tiles.map(\.start) == main.tiles.map(\.start))
        #expect(storyboard.tiles.map(\.title) == main.tiles.map(\.title))
        // BIF does not tell the film's length.
        if name != "bif" { #expect(storyboard.duration == main.duration) }
        #expect(try await pictures(of: storyboard) == pictures(source))
    }

    @Test(arguments: ["vidstack", "hls", "hls-iframe", "bif", "dash", "jellyfin"], Tier.sample(UInt64(1)...6, 2))
    func `every format is exact for regular times`(name: String, seed: UInt64) async throws {
        let drawing = drawn(seed: seed, cadence: 5_000)
        let source = try await drawing.source()
        let storyboard = try await imported(write(name, source))
        #expect(storyboard.tiles.map(\.start) == source.storyboards.main.tiles.map(\.start))
        #expect(storyboard.tiles.map(\.title) == source.storyboards.main.tiles.map(\.title))
        #expect(try await pictures(of: storyboard) == pictures(source))
    }

    @Test(arguments: ["jellyfin"], Tier.sample(UInt64(1)...8, 2))
    func `an imported resampled export has the tiles and times of its cadence`(
        name: String, seed: UInt64
    ) async throws {
        let source = try await drawn(seed: seed).source()
        let resampling = try Resampling(ShownTiles(of: source.storyboards.main))
        let storyboard = try await imported(write(name, source))
        let cadence = resampling.cadence.milliseconds
        #expect(storyboard.tiles.map(\.start.milliseconds) == resampling.tiles.indices.map { Int64($0) * cadence })
        let tiles = try await pictures(source)
        #expect(try pictures(of: storyboard) == resampling.tiles.map { tiles[$0] })
    }

    @Test(arguments: ["vidstack", "hls", "hls-iframe", "bif", "dash", "jellyfin"])
    func `an import takes the requested one of several widths`(name: String) async throws {
        var (narrow, wide) = (drawn(seed: 3, cadence: 5_000), drawn(seed: 3, cadence: 5_000))
        (narrow.tile, wide.tile) = (PixelSize(width: 32, height: 16), PixelSize(width: 64, height: 32))
        let source = try await narrow.source(further: [wide])
        let path = try await write(name, source)
        var facts = ImportFacts()
        facts.width = 32
        let tiles = try ImportedTiles(at: path, facts)
        #expect(tiles.tiles.count == narrow.times.count)
        let widths = Set(try tiles.tiles.map { try $0.rect?.width ?? tiles.pictures[$0.picture].header().size.width })
        #expect(widths == [32])
    }
}
