import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct StoryboardImporterTests {
    private let folder = TemporaryFolder()

    private func publish(
        _ path: String, into output: String = "imported", _ facts: ImportFacts = ImportFacts(),
        settings: CompositionSettings = CompositionSettings(), encodesAll: Bool = false
    ) async throws -> StoryboardImporter.Result {
        let tiles = try ImportedTiles(at: folder.path(path), facts)
        let opened = try StoryboardFolder(path: folder.path(output), for: StoryboardID(naming: "film"))
        return try await StoryboardImporter(settings: settings, encodesAll: encodesAll).publish(
            tiles, as: StoryboardID(naming: "film"), title: nil, into: opened, StoryboardComposer.Publication())
    }

    /// The bytes of each tile, as a separate picture.
    private func tiles(of storyboard: Storyboard, in output: String) throws -> [[UInt8]] {
        try storyboard.tiles.map { tile in
            try RestartGrid(parsing: folder.read("\(output)/\(storyboard.sheets[tile.sheet].name)")).extract(tile.rect)
        }
    }

    private func composed() async throws -> Storyboard {
        var source = try ScreenshotSource(folder)
        source.duration = Timestamp(milliseconds: 90_000)
        try source.add((1...7).map { DrawnScreenshot(number: $0) })
        return try await source.publish()
    }

    @Test(arguments: ["out", "out/thumbnails.vtt", "out/mosaic.json"])
    func `an imported storyboard of Mosaic has the same tiles`(path: String) async throws {
        let storyboard = try await composed()
        let result = try await publish(path)
        let imported = result.storyboard
        #expect(result.isMoved && result.remarks.isEmpty)
        #expect(FolderWitness.firstFault(in: folder.path("imported")) == nil)
        #expect(imported.tiles.map(\.start) == storyboard.tiles.map(\.start))
        #expect(imported.tiles.map(\.end) == storyboard.tiles.map(\.end))
        #expect(imported.duration == storyboard.duration && imported.encoding == storyboard.encoding)
        #expect(try tiles(of: imported, in: "imported") == tiles(of: storyboard, in: "out"))
    }

    @Test(arguments: [1, 20, 49, 50, 63, 80, 95, 100], ChromaSubsampling.allCases)
    func `quality, chroma and tables of Mosaic's tiles are recognized`(quality: Int, chroma: ChromaSubsampling) throws {
        let size = PixelSize(width: 48, height: 32)
        for tables in TableSet.allCases {
            let codec = TileCodec.jpeg(quality: quality, chroma: chroma, tables: tables)
            let maker = try TileMaker(settings: TileSettings(tileSize: size, cellSize: size, codec: codec))
            let encoding = TileEncoding(recognizing: try maker.placeholder().bytes)
            #expect(encoding?.quality == quality && encoding?.chroma == chroma && encoding?.tables == tables)
        }
    }

    @Test func `foreign tiles are encoded at their size and show their pictures`() async throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "_0.jpg")
        try folder.write(ForeignSheet(numbers: [5, 6], columns: 2, rows: 2).encoded, to: "_1.jpg")
        var facts = ImportFacts()
        facts.grid = TileGrid(columns: 2, rows: 2)
        facts.interval = Timestamp(milliseconds: 5_000)
        let result = try await publish("_%d.jpg", facts)
        let storyboard = result.storyboard
        #expect(!result.isMoved && storyboard.geometry.tile == PixelSize(width: 50, height: 30))
        #expect(storyboard.tiles.map(\.time.milliseconds) == [0, 5_000, 10_000, 15_000, 20_000, 25_000])
        #expect(result.remarks.count == 1 && result.remarks[0].hasPrefix("2 cells of one colour"))
        for (number, tile) in zip(1..., storyboard.tiles) {
            let bytes = try folder.read("imported/\(storyboard.sheets[tile.sheet].name)")
            let pixels = try #require(SheetPixels(jpeg: bytes))
            #expect(pixels.difference(from: DrawnScreenshot(number: number), at: tile.rect) < 12, "tile \(number)")
        }
    }

    @Test(arguments: [(1, 3), (50, 0), (51, 31), (0, 30)])
    func `a rectangle anywhere on a sheet shows its pixels`(x: Int, y: Int) async throws {
        let sheet = ForeignSheet(numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9], columns: 3, rows: 3)
        try folder.write(sheet.encoded, to: "s.jpg")
        try folder.write(
            Array("WEBVTT\n\n00:00.000 --> 00:20.000\ns.jpg#xywh=\(x),\(y),50,30\n".utf8), to: "t.vtt")
        var settings = CompositionSettings()
        settings.encoding.quality = 95
        let storyboard = try await publish("t.vtt", settings: settings).storyboard
        let whole = try #require(SheetPixels(jpeg: sheet.encoded, smoothingChroma: false))
        let tile = try #require(
            SheetPixels(jpeg: folder.read("imported/\(storyboard.sheets[0].name)"), smoothingChroma: false))
        let expected = whole.part(PixelRect(x: x, y: y, width: 50, height: 30))
        let actual = tile.part(storyboard.tiles[0].rect)
        let errors = zip(expected, actual).map { abs(Int($0) - Int($1)) }
        #expect(
            errors.reduce(0, +) < 6 * errors.count,
            "mean error of \(Double(errors.reduce(0, +)) / Double(errors.count))")
    }

    @Test func `tiles other than the recorded ones are encoded again`() async throws {
        _ = try await composed()
        var wide = CompositionSettings()
        wide.geometry.width = 32
        var png = CompositionSettings()
        png.encoding.format = .png
        #expect(try await !publish("out", settings: wide).isMoved)
        #expect(try await !publish("out", into: "png", settings: png).isMoved)
        #expect(try await !publish("out", into: "again", encodesAll: true).isMoved)
        var same = CompositionSettings()
        same.geometry.width = 40
        #expect(try await publish("out", into: "same", settings: same).isMoved)
    }

    @Test func `tiles of two encodings are encoded again, and no moved tile stays`() async throws {
        _ = try await composed()
        var other = try ScreenshotSource(folder)
        other.settings.encoding.quality = 60
        try await other.publish(into: "other")
        let names = try ["out", "other"].map { name in
            try #require(folder.names(in: name).first { $0.hasPrefix("sheet-0") })
        }
        try folder.makeFolder("mixed")
        for (name, output) in zip(names, ["out", "other"]) {
            try folder.write(folder.read("\(output)/\(name)"), to: "mixed/\(name)")
        }
        try folder.write(
            Array(
                ("WEBVTT\n\n00:00.000 --> 00:20.000\n\(names[0])#xywh=0,0,40,23\n\n"
                    + "00:20.000 --> 00:40.000\n\(names[1])#xywh=48,0,40,23\n").utf8), to: "mixed/t.vtt")
        let result = try await publish("mixed/t.vtt")
        #expect(!result.isMoved && result.storyboard.tiles.count == 2)
        #expect(try folder.names(in: "imported").filter { !$0.hasPrefix(".") }.count == 3, "record, track, one sheet")
    }

    @Test func `a damaged sheet leaves placeholders with a reason, and damage of all is an error`() async throws {
        try folder.write(ForeignSheet(numbers: [1, 2], columns: 2, rows: 1).encoded, to: "a.jpg")
        let damaged = ForeignSheet(numbers: [3, 4], columns: 2, rows: 1).encoded
        try folder.write(Array(damaged.prefix(damaged.count / 2)), to: "b.jpg")
        func track(_ names: [String]) -> [UInt8] {
            let cues = names.enumerated().map { index, name in
                "\n00:0\(index).000 --> 00:0\(index + 1).000\n\(name)#xywh=0,0,50,30\n"
            }
            return Array(("WEBVTT\n" + cues.joined()).utf8)
        }
        try folder.write(track(["a.jpg", "b.jpg"]), to: "t.vtt")
        let result = try await publish("t.vtt")
        #expect(result.storyboard.tiles.map(\.state) == [.ok, .placeholder] && result.remarkable.count == 1)
        try folder.write(track(["b.jpg"]), to: "t.vtt")
        let failure = await failure { try await publish("t.vtt", into: "none") }
        #expect(failure?.code == .damaged && !folder.holds("none"))
    }

    @Test(arguments: [false, true])
    func `a grid of sheets that is too large for new ones gives way to one that fits`(isOwn: Bool) async throws {
        let sheet = ForeignSheet(numbers: Array(1...60), columns: 60, rows: 1)
        try folder.write(sheet.encoded, to: "s.jpg")
        var facts = ImportFacts()
        facts.interval = Timestamp(milliseconds: 5_000)
        facts.grid = TileGrid(columns: 60, rows: 1)
        var settings = CompositionSettings()
        settings.geometry.grid = facts.grid
        let grid = try await publish("s.jpg", facts, settings: settings, encodesAll: !isOwn).storyboard.geometry.grid
        #expect(grid == TileGrid(columns: 5, rows: 5))
        facts.grid = TileGrid(columns: 20, rows: 1)
        settings.geometry.grid = facts.grid
        try folder.write(ForeignSheet(numbers: Array(1...20), columns: 20, rows: 1).encoded, to: "s.jpg")
        let kept = try await publish("s.jpg", into: "kept", facts, settings: settings).storyboard.geometry.grid
        #expect(kept == facts.grid)
    }

    @Test func `a damaged last sheet of a format that counts no tiles leaves placeholders`() async throws {
        try folder.write(ForeignSheet(numbers: [1, 2], columns: 2, rows: 1).encoded, to: "_0.jpg")
        let damaged = ForeignSheet(numbers: [3, 4], columns: 2, rows: 1).encoded
        try folder.write(Array(damaged.prefix(damaged.count / 2)), to: "_1.jpg")
        var facts = ImportFacts()
        facts.grid = TileGrid(columns: 2, rows: 1)
        facts.interval = Timestamp(milliseconds: 5_000)
        let result = try await publish("_%d.jpg", facts)
        #expect(result.storyboard.tiles.map(\.state) == [.ok, .ok, .placeholder, .placeholder])
    }

    @Test func `tiles of a sheet that is not the recorded one are not moved`() async throws {
        let storyboard = try await composed()
        let name = "out/\(storyboard.sheets[1].name)"
        var bytes = try folder.read(name)
        bytes[bytes.count - 30] ^= 0x10
        try folder.write(bytes, to: name)
        let failure = await failure { try await publish("out") }
        #expect(failure?.code == .malformed && failure?.subject == storyboard.sheets[1].name.rawValue)
        #expect(!folder.holds("imported"))
    }

    @Test func `sheets of one name in several folders give their own tiles`() async throws {
        for number in 1...2 {
            try folder.makeFolder("\(number)")
            try folder.write(ForeignSheet(numbers: [number], columns: 1, rows: 1).encoded, to: "\(number)/s.jpg")
        }
        try folder.write(
            Array(
                ("WEBVTT\n\n00:00.000 --> 00:20.000\n1/s.jpg#xywh=0,0,50,30\n\n"
                    + "00:20.000 --> 00:40.000\n2/s.jpg#xywh=0,0,50,30\n").utf8), to: "t.vtt")
        let storyboard = try await publish("t.vtt").storyboard
        for (number, tile) in zip(1..., storyboard.tiles) {
            let bytes = try folder.read("imported/\(storyboard.sheets[tile.sheet].name)")
            let pixels = try #require(SheetPixels(jpeg: bytes))
            #expect(pixels.difference(from: DrawnScreenshot(number: number), at: tile.rect) < 12, "tile \(number)")
        }
    }

    @Test func `a sheet beyond the limits is not decoded`() async throws {
        try folder.write(ForeignSheet(numbers: [1, 2], columns: 2, rows: 1).encoded, to: "a.jpg")
        try folder.write(Array("WEBVTT\n\n00:00.000 --> 00:01.000\na.jpg#xywh=0,0,50,30\n".utf8), to: "t.vtt")
        var settings = CompositionSettings()
        settings.limits.pixels = 2_000
        let failure = await failure { try await publish("t.vtt", settings: settings) }
        #expect(failure?.code == .damaged && failure?.reason.contains("exceed the limit") == true)
    }
}
