import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Which tables tiles have: the newest ones, or for ever those that the record names.
struct StoryboardTablesTests {
    private let folder = TemporaryFolder()
    private var source: ScreenshotSource
    private let publication = HeldPublication()

    init() throws {
        source = try ScreenshotSource(folder)
    }

    private func drawn(_ numbers: ClosedRange<Int>) -> [DrawnScreenshot] { numbers.map { DrawnScreenshot(number: $0) } }

    private func sets(of sheets: [[UInt8]]) -> Set<TableSet?> {
        Set(sheets.map { TileEncoding(recognizing: $0)?.tables })
    }

    private func sets() -> Set<TableSet?> { sets(of: publication.sheets.compactMap(\.self)) }

    @Test func `a new storyboard has the newest tables, and its record names them`() async throws {
        try source.add(drawn(1...7))
        let (storyboard, sheets) = try await source.compose()
        #expect(storyboard.encoding.tables == .newest && sets(of: sheets) == [.newest])
        let record = storyboard.record()
        #expect(String(decoding: record, as: UTF8.self).contains(#""chroma": "420", "tables": "thumbnails-1", "#))
        #expect(try Storyboard(parsing: record) == storyboard)
    }

    @Test func `a record names the tables of Annex K as any others, and without tables it is refused`() async throws {
        var source = source
        source.settings.encoding.tables = .annexK
        try source.add(drawn(1...3))
        let (storyboard, sheets) = try await source.compose()
        #expect(sets(of: sheets) == [.annexK])
        let record = storyboard.record()
        #expect(try Storyboard(parsing: record).encoding.tables == .annexK)
        let other = String(decoding: record, as: UTF8.self).replacing(#""tables": "annex-k","#, with: "")
        #expect(failure { _ = try Storyboard(parsing: Array(other.utf8)) }?.code == .malformed)
    }

    @Test func `a record with unknown tables is refused`() async throws {
        try source.add(drawn(1...3))
        let record = String(decoding: try await source.compose().storyboard.record(), as: UTF8.self)
        let other = record.replacing("thumbnails-1", with: "thumbnails-9")
        #expect(failure { _ = try Storyboard(parsing: Array(other.utf8)) }?.code == .malformed)
    }

    @Test(arguments: TableSet.allCases)
    func `a storyboard grows with the tables of its record`(set: TableSet) async throws {
        var first = source
        first.settings.encoding.tables = set
        try source.add(drawn(1...6))
        try await publication.compose(first)
        try source.add(drawn(7...9))
        let grown = try await publication.compose(source)
        #expect(grown.decodings == 3 && grown.composition.reusedTiles == 6)
        #expect(grown.storyboard.encoding.tables == set && sets() == [set])
        #expect(try await publication.difference(fromFresh: first) == nil)
    }

    @Test func `tiles that are made anew have the tables of the record, too`() async throws {
        var source = source
        source.settings.encoding.tables = .annexK
        try source.add(drawn(1...5))
        try await publication.compose(source)
        source.settings.encoding.tables = nil
        source.settings.encoding.quality = 60
        let second = try await publication.compose(source)
        #expect(second.decodings == 5 && second.storyboard.encoding.tables == .annexK && sets() == [.annexK])
    }

    @Test(arguments: TableSet.allCases)
    func `tables other than the recorded ones are refused until the grid is chosen again`(set: TableSet) async throws {
        let other = try #require(TableSet.allCases.first { $0 != set })
        var source = source
        source.settings.encoding.tables = set
        try source.add(drawn(1...5))
        try await source.publish()
        let before = try folder.contents(of: "out")
        source.settings.encoding.tables = other
        let error = await failure { try await source.publish() }
        #expect(error?.code == .invalidSettings && error?.subject == "mosaic.json")
        #expect(error?.reason.contains("\(set.rawValue), not \(other.rawValue); --regrid") == true)
        #expect(try folder.contents(of: "out") == before)
        var publication = StoryboardComposer.Publication()
        publication.regrids = true
        #expect(try await source.publish(publication).encoding.tables == other)
        source.settings.encoding.tables = nil
        #expect(try await source.publish().encoding.tables == other)
        #expect(try await source.publish(publication).encoding.tables == .newest)
        #expect(FolderWitness.firstFault(in: folder.path("out")) == nil)
    }

    @Test func `a storyboard of PNG sheets has no tables, and may become one of JPEG sheets`() async throws {
        var source = source
        source.settings.encoding.format = .png
        source.settings.encoding.tables = .annexK
        source.settings.geometry.width = nil
        source.settings.geometry.tile = PixelSize(width: 48, height: 32)
        try source.add(drawn(1...3))
        let storyboard = try await source.publish()
        #expect(storyboard.encoding.tables == nil)
        #expect(try Storyboard(parsing: storyboard.record()) == storyboard)
        source.settings.encoding.format = .jpeg
        source.settings.encoding.tables = nil
        #expect(try await source.publish().encoding.tables == .newest)
    }

    @Test(arguments: TableSet.allCases)
    func `further widths have the tables of the storyboard, also those that are added`(set: TableSet) async throws {
        var source = source
        source.settings.encoding.tables = set
        source.settings.furtherWidths = [64]
        try source.add(drawn(1...5))
        try await source.publish()
        source.settings.encoding.tables = nil
        source.settings.furtherWidths = [24, 64]
        try source.add(drawn(6...6))
        try await source.publish()
        for path in ["out", "out/24", "out/64"] {
            let storyboard = try Storyboard(parsing: folder.read("\(path)/mosaic.json"))
            let sheets = try storyboard.sheets.map { try folder.read("\(path)/\($0.name)") }
            #expect(storyboard.encoding.tables == set && sets(of: sheets) == [set], "\(path)")
        }
    }

    // MARK: Bytes

    @Test(arguments: [ChromaSubsampling.yuv420, .yuv444], [1, 80, 100])
    func `coefficients are the encoder's after growing, in another grid, cut and exported`(
        chroma: ChromaSubsampling, quality: Int
    ) async throws {
        var source = source
        (source.settings.encoding.chroma, source.settings.encoding.quality) = (chroma, quality)
        try source.add(drawn(1...5))
        try await source.publish()
        try source.add(drawn(6...7))
        var storyboard = try await source.publish()
        #expect(storyboard.encoding.tables == .thumbnails1)
        let geometry = storyboard.geometry
        let maker = try TileMaker(
            settings: TileSettings(
                tileSize: geometry.tile, cellSize: geometry.cell, codec: storyboard.encoding.codec))
        let expected = try drawn(1...7).map { try #require(Coefficients(of: maker.makeTile(from: $0.encoded).bytes)) }

        func cut() throws -> [Coefficients?] {
            let grids = try storyboard.sheets.map { try RestartGrid(parsing: folder.read("out/\($0.name)")) }
            return try storyboard.tiles.map { Coefficients(of: try grids[$0.sheet].extract($0.rect)) }
        }
        #expect(try cut() == expected)
        var request = GeometryRequest()
        request.grid = TileGrid(columns: 3, rows: 1)
        let opened = try StoryboardFolder(path: folder.path("out"), for: StoryboardID(naming: "film"))
        storyboard = try await opened.place.relayout(
            request, keepingOld: 0, now: Date(timeIntervalSince1970: 2_000_000)
        ).storyboard
        #expect(try cut() == expected && storyboard.encoding.tables == .thumbnails1)

        let store = FolderStore(path: folder.path("out"))
        let set = try #require(try await StoryboardSet.published(in: store, nil))
        let exported = ExportSource(set, StoredSheets(in: store, folder: nil), ExportOptions())
        let formats: Set = ["vidstack", "hls", "hls-iframe", "dash", "bif", "jellyfin"]
        for export in Export.all where formats.contains(export.name) {
            let pictures = try #require(try await ExportedPictures(export, exported))
            for (tile, coefficients) in zip(storyboard.tiles, expected) {
                let shown = pictures.picture(at: tile.time.milliseconds + pictures.largestError)
                #expect(shown.flatMap(Coefficients.init(of:)) == coefficients, "\(export.name) at \(tile.time)")
            }
        }
    }
}
