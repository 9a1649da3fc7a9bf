import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic

/// Composes screenshots of a store that has no folder.
struct StoreReaderTests {
    private let store = MemoryStore()
    private let shots: ObjectKey
    private let drawn: ScreenshotSource
    private let now = Date(timeIntervalSince1970: 1_000_000)

    init() async throws {
        shots = ObjectKey(StoryboardID(naming: "film")).appending("screenshots")
        drawn = try ScreenshotSource(TemporaryFolder())
        try drawn.add((1...7).map { DrawnScreenshot(number: $0) })
        for name in try drawn.folder.names(in: "shots") {
            store.replace(shots.appending(name), with: try drawn.folder.read("shots/" + name))
        }
    }

    private func reader(
        of observed: (any ObjectStore)? = nil, _ change: (inout Mosaic.ScreenshotSource) -> Void = { _ in }
    ) -> StoreReader {
        var source = Mosaic.ScreenshotSource(folder: "store:/\(shots)")
        change(&source)
        return StoreReader(source, below: shots, in: observed ?? store)
    }

    private func publish(reading observed: (any ObjectStore)? = nil) async throws -> Composition {
        let id = StoryboardID(naming: "film")
        let request = CompositionRequest(id: id, listing: try await reader(of: observed).list())
        let publisher = try await StoryboardPublisher(of: id, in: store)
        let staged = try await publisher.stage(
            request, by: StoryboardComposer(settings: drawn.settings), StoryboardComposer.Publication(), now: now,
            progress: { _ in })
        try await publisher.publish(staged, now: now)
        return staged.composition
    }

    @Test func `a store and a folder give the same storyboard, published beside its screenshots`() async throws {
        let (storyboard, sheets) = try await drawn.compose()
        #expect(try await publish().storyboard.sheets == storyboard.sheets)
        let film = ObjectKey(StoryboardID(naming: "film"))
        for (sheet, bytes) in zip(storyboard.sheets, sheets) {
            #expect(store.bytes(of: film.appending(sheet.name.rawValue)) == bytes)
        }
        #expect(store.bytes(of: film.appending("thumbnails.vtt")) == storyboard.trackDocument())
        #expect(store.stagedCount == 0)
    }

    @Test func `objects with the same bytes are not decoded again`() async throws {
        _ = try await publish()
        let same = try await publish()
        #expect(same.isUnchanged && same.reusedTiles == 7)
        store.replace(shots.appending("ch3_30s.jpg"), with: DrawnScreenshot(number: 9).encoded)
        let other = try await publish()
        #expect(other.reusedTiles == 6 && !other.isUnchanged)
    }

    @Test func `objects of the recorded versions are not read again, and a copy only once`() async throws {
        let observed = ObservedStore(store)
        _ = try await publish(reading: observed)
        let reads = observed.readKeys.count
        #expect(try await publish(reading: observed).isUnchanged && observed.readKeys.count == reads)
        let copied = shots.appending("ch3_30s.jpg")
        store.replace(copied, with: store.bytes(of: copied))
        #expect(try await publish(reading: observed).reusedTiles == 7)
        #expect(Array(observed.readKeys.dropFirst(reads)) == [copied])
        #expect(try await publish(reading: observed).isUnchanged && observed.readKeys.count == reads + 1)
    }

    @Test func `object names give times as in a folder, and deeper objects are left out`() async throws {
        store.replace(shots.appending("below/ch8_80s.jpg"), with: [1])
        store.replace(shots.appending(".hidden.jpg"), with: [1])
        store.replace(shots.appending("cover.jpg"), with: [1])
        let listing = try await reader().list()
        #expect(listing.screenshots.map(\.name) == (1...7).map { "ch\($0)_\($0)0s.jpg" })
        #expect(listing.skipped.map(\.name) == ["cover.jpg"])
        let numbered = try await reader { $0.interval = Timestamp(milliseconds: 5_000) }.list()
        #expect(numbered.screenshots.map(\.time.milliseconds) == (0..<7).map { $0 * 5_000 })
        let unsupported = await failure { try await reader { $0.list = "times.csv" }.list() }
        #expect(unsupported?.code == .unsupported)
    }

    @Test func `a missing object is a placeholder, and an empty listing is an error`() async throws {
        let listing = try await reader().list()
        store.replace(shots.appending("ch3_30s.jpg"), with: nil)
        let request = CompositionRequest(id: StoryboardID(naming: "film"), listing: listing)
        let composition = try await StoryboardComposer(settings: drawn.settings).compose(request) { _, _ in }
        #expect(composition.storyboard.tiles.map(\.reason)[2] == "There is no such object.")
        #expect(composition.placeholders == 1)
        for key in store.keys { store.replace(try #require(ObjectKey(rawValue: key)), with: nil) }
        #expect(await failure { try await reader().list() }?.code == .noScreenshots)
    }
}
