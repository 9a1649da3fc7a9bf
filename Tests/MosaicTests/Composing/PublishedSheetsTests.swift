import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

@testable import Mosaic

struct PublishedSheetsTests {
    private let folder = TemporaryFolder()
    private let source: ScreenshotSource

    init() throws {
        source = try ScreenshotSource(folder)
        try source.add((1...7).map { DrawnScreenshot(number: $0) })
    }

    /// A publication in memory.
    ///
    /// - Parameter bytes: Those of the sheet; nil where it is lost.
    private func published(
        _ storyboard: Storyboard, _ bytes: [UInt8]?, as sheet: Sheet
    ) async throws -> PublishedSheets {
        let store = MemoryStore()
        if let bytes { try await store.put(ObjectKey(part: sheet.name.rawValue), bytes) }
        return PublishedSheets(storyboard: storyboard, store: store, folder: nil)
    }

    @Test func `a sheet comes apart into the tiles that the record counts`() async throws {
        let (storyboard, sheets) = try await source.compose()
        let tiles = try #require(
            await published(storyboard, sheets[1], as: storyboard.sheets[1]).tiles(of: storyboard.sheets[1]))
        #expect(tiles.count == 3, "the empty cell is none")
        #expect(try TiledSheet(assembling: tiles + tiles.prefix(1), columns: 2).encoded().count > sheets[1].count / 2)
    }

    @Test func `bytes that differ from the record give no tiles`() async throws {
        let (storyboard, sheets) = try await source.compose()
        let sheet = storyboard.sheets[0]
        for change in [{ $0[300] ^= 1 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] }]
            as [(inout [UInt8]) -> Void]
        {
            var bytes = sheets[0]
            change(&bytes)
            let changed = try await published(storyboard, bytes, as: sheet)
            #expect(await changed.tiles(of: sheet)?.count == nil)
        }
        let other = try await published(storyboard, sheets[1], as: sheet)
        #expect(await other.tiles(of: sheet)?.count == nil, "another sheet of the same film")
        let absent = try await published(storyboard, nil, as: sheet)
        #expect(await absent.tiles(of: sheet)?.count == nil)
    }

    @Test func `a record that speaks of something else than tiles gives nothing`() async throws {
        let drawing = DrawnStoryboard()
        let storyboard = try drawing.storyboard()
        let published = try await published(storyboard, drawing.sheetBytes[0], as: storyboard.sheets[0])
        #expect(await published.tiles(of: storyboard.sheets[0])?.count == nil)
    }

    @Test func `a folder tells its sheets by name and length, and reads no more than that`() async throws {
        #expect(
            try StoryboardFolder(path: folder.path("new"), for: StoryboardID(naming: "film")).place.previous == nil)
        let storyboard = try await source.publish()
        let opened = try StoryboardFolder(path: folder.path("out"), for: storyboard.id)
        let published = try opened.place.sheets(of: #require(opened.previous))
        #expect(published.storyboard == storyboard)
        let sheet = storyboard.sheets[0]
        let name = "out/\(sheet.name)"
        let bytes = try folder.read(name)
        #expect(await published.isPresent(sheet))
        #expect(await published.tiles(of: sheet)?.count == 4)
        try folder.write(bytes + [0], to: name)
        #expect(await !published.isPresent(sheet))
        #expect(await published.tiles(of: sheet)?.count == nil)
        try folder.remove(name)
        #expect(await !published.isPresent(sheet))
        #expect(await published.tiles(of: sheet)?.count == nil)
    }
}
