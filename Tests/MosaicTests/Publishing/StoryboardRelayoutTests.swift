import Foundation
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct StoryboardRelayoutTests {
    private let folder = TemporaryFolder()
    private var source: ScreenshotSource

    init() throws {
        source = try ScreenshotSource(folder)
        source.duration = Timestamp(milliseconds: 90_000)
        try source.add((1...7).map { DrawnScreenshot(number: $0) })
    }

    private func request(_ columns: Int, _ rows: Int) -> GeometryRequest {
        var request = GeometryRequest()
        request.grid = TileGrid(columns: columns, rows: rows)
        return request
    }

    @discardableResult
    private func relayout(
        _ request: GeometryRequest, keepingOld: Int = 0, now: Int = 2_000_000
    ) async throws -> StoryboardPublisher.Relayout {
        let opened = try StoryboardFolder(path: folder.path("out"), for: StoryboardID(naming: "film"))
        return try await opened.place.relayout(
            request, keepingOld: keepingOld, now: Date(timeIntervalSince1970: TimeInterval(now)))
    }

    private func without(_ name: String, _ files: [String: [UInt8]]) -> [String: [UInt8]] {
        files.filter { $0.key != name }
    }

    @Test(arguments: [(3, 1), (1, 1), (7, 3), (2, 2)])
    func `a relayout equals composing with the grid, and needs no screenshot`(
        columns: Int, rows: Int
    ) async throws {
        try await source.publish()
        var other = source
        other.settings.geometry.grid = TileGrid(columns: columns, rows: rows)
        let expected = try await other.publish(into: "other")
        try folder.remove("shots")
        let result = try await relayout(request(columns, rows))
        #expect(result.isUnchanged == (columns == 2))
        #expect(result.storyboard.tiles == expected.tiles && result.storyboard.sheets == expected.sheets)
        #expect(FolderWitness.firstFault(in: folder.path("out")) == nil)
        #expect(try folder.contents(of: "out") == folder.contents(of: "other"))
    }

    @Test func `a relayout and its reversal restore every byte`() async throws {
        try await source.publish()
        let before = try folder.contents(of: "out")
        try await relayout(request(5, 1))
        #expect(try folder.contents(of: "out") != before)
        try await relayout(request(2, 2))
        #expect(try folder.contents(of: "out") == before)
    }

    @Test func `the earlier sheets stay for the requested retention`() async throws {
        let before = try await source.publish()
        try await relayout(request(4, 4), keepingOld: 60)
        for sheet in before.sheets { #expect(folder.holds("out/\(sheet.name)")) }
        try await relayout(request(4, 4), keepingOld: 60, now: 2_000_061)
        for sheet in before.sheets { #expect(!folder.holds("out/\(sheet.name)")) }
    }

    @Test func `a preview page with its film follows`() async throws {
        var publication = StoryboardComposer.Publication()
        publication.writesPreview = true
        publication.film = "../a \"film\" & more.mp4"
        try await source.publish(publication)
        try await relayout(request(3, 3))
        let page = String(decoding: try folder.read("out/preview.html"), as: UTF8.self)
        #expect(page.contains("src=\"../a &quot;film&quot; &amp; more.mp4\""))
        for name in try folder.names(in: "out").filter({ $0.hasPrefix("sheet-") }) { #expect(page.contains(name)) }
    }

    @Test func `exports beside the track are written again`() async throws {
        var publication = StoryboardComposer.Publication()
        publication.exports = ExportManifest.Request([Export.vidstack, .bif])
        try await source.publish(publication)
        let archive = try folder.read("out/thumbnails.bif")
        let storyboard = try await relayout(request(3, 1)).storyboard
        let cues = String(decoding: try folder.read("out/vidstack.json"), as: UTF8.self)
        for sheet in storyboard.sheets { #expect(cues.contains(sheet.name.rawValue)) }
        #expect(try folder.read("out/thumbnails.bif") == archive, "tiles and times are the same")
    }

    @Test func `a run that was killed before its track is completed by the next one`() async throws {
        try await source.publish()
        let track = try folder.read("out/thumbnails.vtt")
        try await relayout(request(3, 1), keepingOld: 60)
        let whole = try folder.contents(of: "out")
        // The track is published last.
        try folder.write(track, to: "out/thumbnails.vtt")
        let again = try await relayout(request(3, 1), keepingOld: 60)
        #expect(again.isUnchanged)
        #expect(
            try without(".mosaic-retired.json", folder.contents(of: "out")) == without(".mosaic-retired.json", whole))
    }

    @Test func `all widths get the grid`() async throws {
        let main = TestStoryboard(width: 40)
        let wide = TestStoryboard(width: 80)
        let store = MemoryStore()
        for (drawing, key) in [(wide, ObjectKey(part: "80")), (main, nil)] {
            try await drawing.publish(in: store, key, widths: key == nil ? [80] : [])
        }
        let previous = try #require(await StoryboardSet.published(in: store, nil)).main
        let publisher = StoryboardPublisher(in: store, folder: nil, previous: previous)
        _ = try await publisher.relayout(request(3, 2), keepingOld: 0, now: Date(timeIntervalSince1970: 0))
        let set = try #require(await StoryboardSet.published(in: store, nil))
        #expect(set.members.map(\.folder) == [nil, "80"])
        for member in set.members {
            #expect(member.storyboard.geometry.grid == TileGrid(columns: 3, rows: 2))
            for sheet in member.storyboard.sheets {
                let key = try #require(ObjectKey(rawValue: member.path(of: sheet.name.rawValue)))
                let bytes = try #require(await store.read(key, limit: 1 << 20))
                #expect(ContentHash(of: bytes) == sheet.sha256)
            }
        }
    }

    @Test func `exports that list several widths name the new sheets of all of them`() async throws {
        let store = MemoryStore()
        var (main, wide) = (TestStoryboard(width: 48), TestStoryboard(width: 80))
        // Without padding, so that playlists name whole sheets.
        (main.height, wide.height) = (16, 32)
        try await wide.publish(in: store, ObjectKey(part: "80"), widths: [])
        try await main.publish(in: store, nil, widths: [80])
        func text(_ path: String) async throws -> String {
            let key = try #require(ObjectKey(rawValue: path))
            return String(decoding: try #require(await store.read(key, limit: 1 << 20)), as: UTF8.self)
        }
        let previous = try #require(await StoryboardSet.published(in: store, nil)).main
        let now = Date(timeIntervalSince1970: 0)
        var journal = RetentionJournal(parsing: nil)
        let publisher = StoryboardPublisher(in: store, folder: nil, previous: previous)
        _ = try await publisher.exports.publish(
            previous, ExportManifest.Request([Export.hls, .vidstack]), journal: &journal, now: now)
        let former = try await text("80/images.m3u8")
        _ = try await publisher.relayout(request(3, 2), keepingOld: 0, now: now)
        #expect(try await text("hls.m3u8").contains("80/images.m3u8"))
        #expect(try await text("80/images.m3u8") != former)
        // Each picture that a playlist names is there.
        for path in ["images.m3u8", "80/images.m3u8"] {
            let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            let names = try await text(path).split(separator: "\n").filter { !$0.hasPrefix("#") }
            #expect(!names.isEmpty)
            for name in names {
                let key = try #require(ObjectKey(rawValue: folder + name))
                #expect(try await store.status(of: key) != nil, "\(key.rawValue)")
            }
        }
    }

    @Test func `a sheet that is not the recorded one refuses it, and nothing changes`() async throws {
        let storyboard = try await source.publish()
        try folder.write(Array("text".utf8), to: "out/\(storyboard.sheets[1].name)")
        let before = try folder.contents(of: "out")
        let failure = await failure { try await relayout(request(3, 1)) }
        #expect(failure?.code == .malformed && failure?.subject == storyboard.sheets[1].name.rawValue)
        #expect(try folder.contents(of: "out") == before)
    }

    @Test func `PNG sheets and grids that do not fit are refused by name`() async throws {
        try await source.publish()
        var small = request(3, 1)
        small.maximumSide = 100
        let tooLarge = await failure { try await relayout(small) }
        #expect(tooLarge?.code == .invalidSettings && tooLarge?.subject == "grid")
        try folder.remove("out")
        var png = source
        png.settings.encoding.format = .png
        try await png.publish()
        let unsupported = await failure { try await relayout(request(3, 1)) }
        #expect(unsupported?.code == .unsupported)
    }

    @Test(
        arguments: [
            (PixelSize(width: 90, height: 160), 1_024), (PixelSize(width: 256, height: 455), 2_048),
            (PixelSize(width: 320, height: 180), 4_096), (PixelSize(width: 50, height: 2_000), 2_048),
        ])
    func `without a grid sheets of any shape stay within the side, and small enough for small devices`(
        tile: PixelSize, side: Int
    ) throws {
        var drawing = TestStoryboard(width: tile.width)
        drawing.height = tile.height
        var request = GeometryRequest()
        request.maximumSide = side
        let geometry = try drawing.storyboard().geometry(of: request)
        let sheet = geometry.sheetSize(tiles: geometry.grid.count)
        #expect(max(sheet.width, sheet.height) <= side)
        #expect(geometry.grid.columns <= 5 && geometry.grid.rows <= 5)
        // What a canvas of Safari on iOS holds.
        #expect(sheet.pixelCount <= 16_777_216)
    }
}
