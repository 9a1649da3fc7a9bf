import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG

@testable import Mosaic

/// The sample story as commit e7d214a composed it, before there were tables besides those of Annex K.
struct EarlierTablesTests {
    private static let packageRoot = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    private static let fixture = packageRoot.appending(path: "Tests/MosaicTests/Fixtures/annex-k").path
    private static let sample = packageRoot.appending(path: "samples/xlumX1Wtzrg").path
    private static let sheet = "sheet-0.40aa625e90bc8b57f8775b1e8507a0ac.jpg"

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Self.sample, toPath: folder.path("shots"))
        try FileManager.default.copyItem(atPath: Self.fixture, toPath: folder.path("out"))
    }

    private func compose(
        into output: String, _ change: (inout CompositionSettings) -> Void = { _ in }
    ) async throws -> Composition {
        var settings = CompositionSettings()
        change(&settings)
        let id = StoryboardID(naming: "xlumX1Wtzrg")
        let input = folder.path("shots")
        return try await StoryboardComposer(settings: settings).compose(
            CompositionRequest(id: id, listing: ScreenshotFolder(path: input).chapters()),
            into: StoryboardFolder(path: folder.path(output), for: id, input: input))
    }

    @Test func `its settings with the tables of Annex K give the same bytes today`() async throws {
        let composition = try await compose(into: "new") { $0.encoding.tables = .annexK }
        #expect(composition.storyboard.sheets.map(\.name.rawValue) == [Self.sheet])
        #expect(try folder.read("new/\(Self.sheet)") == folder.read("out/\(Self.sheet)"))
    }

    @Test func `composed again, its sheet stays and nothing is decoded`() async throws {
        let composition = try await compose(into: "out")
        #expect(composition.reusedTiles == 12 && composition.decodings.isEmpty)
        #expect(composition.storyboard.sheets.map(\.name.rawValue) == [Self.sheet])
        #expect(composition.storyboard.encoding.tables == .annexK)
    }

    @Test func `it grows by tiles of Annex K, and its own are not touched`() async throws {
        let record = try Storyboard(parsing: folder.read("out/mosaic.json"))
        let earlier = try RestartGrid(parsing: folder.read("out/\(Self.sheet)"))
        let last = try #require(record.tiles.last?.source.name)
        try FileManager.default.copyItem(
            atPath: folder.path("shots/\(last)"), toPath: folder.path("shots/ch13_2700s.jpg"))
        let composition = try await compose(into: "out")
        #expect(composition.reusedTiles == 12 && composition.storyboard.tiles.count == 13)
        let name = try #require(composition.storyboard.sheets.first?.name)
        let sheet = try folder.read("out/\(name)")
        #expect(TileEncoding(recognizing: sheet)?.tables == .annexK)
        let grown = try RestartGrid(parsing: sheet)
        for tile in record.tiles { #expect(try grown.extract(tile.rect) == earlier.extract(tile.rect)) }
        let added = try #require(composition.storyboard.tiles.last)
        let twin = try #require(record.tiles.last)
        #expect(try grown.extract(added.rect) == earlier.extract(twin.rect), "the same picture, the same bytes")
        #expect(!String(decoding: try folder.read("out/mosaic.json"), as: UTF8.self).contains("tables"))
    }

    @Test func `chosen anew it has the newest tables`() async throws {
        let id = StoryboardID(naming: "xlumX1Wtzrg")
        var publication = StoryboardComposer.Publication()
        publication.regrids = true
        let storyboard = try await StoryboardComposer().compose(
            CompositionRequest(id: id, listing: ScreenshotFolder(path: folder.path("shots")).chapters()),
            into: StoryboardFolder(path: folder.path("out"), for: id, input: folder.path("shots")),
            publication: publication
        ).storyboard
        #expect(storyboard.encoding.tables == .newest)
        let name = try #require(storyboard.sheets.first?.name)
        #expect(try TileEncoding(recognizing: folder.read("out/\(name)"))?.tables == .newest)
    }
}
