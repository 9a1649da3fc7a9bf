import Foundation
import ScrubFixtures
import Seeded
import Testing

@testable import ScrubPreview

@Suite struct ThumbnailTrackMemoryTests {
    private func tile(_ track: ThumbnailTrack, _ number: Int) throws -> PreviewTile {
        try #require(track.tile(numbered: number))
    }

    private func load(_ film: ServedFilm, budget: Int = 1 << 20) async throws -> ThumbnailTrack {
        let options = ThumbnailTrack.Options.forTests {
            $0.byteBudget = budget
            $0.prefetches = false
        }
        return try await ThumbnailTrack.load(from: film.url, options: options)
    }

    @Test func `with room for two sheets the one used longest ago goes`() async throws {
        let film = try ServedFilm()
        let largest = try (0..<3).map(ServedFilm.byteCount).max() ?? 0
        let track = try await load(film, budget: largest * 5 / 2)
        for number in [0, 4, 1, 8, 2] { _ = try await track.picture(for: tile(track, number)) }
        #expect((0..<3).map(film.count(ofSheet:)) == [1, 1, 1])
        _ = try await track.picture(for: tile(track, 5))
        #expect((0..<3).map(film.count(ofSheet:)) == [1, 2, 1])
    }

    @Test func `the shown sheet stays while images of the host are evicted`() async throws {
        let film = try ServedFilm()
        let size = try ServedFilm.byteCount(0)
        let track = try await load(film, budget: size + 1000)
        _ = try await track.picture(for: tile(track, 0))
        #expect(track.hold("zero", byteCount: 500, for: try tile(track, 0)))
        #expect(track.hold("one", byteCount: 400, for: try tile(track, 1)))
        #expect(track.hold("two", byteCount: 500, for: try tile(track, 2)))
        #expect(track.heldImage(for: try tile(track, 1), as: String.self) == nil)
        #expect(!track.hold("three", byteCount: 501, for: try tile(track, 3)))
        #expect(track.heldImage(for: try tile(track, 0)) == "zero")
        #expect(track.heldImage(for: try tile(track, 0), as: Int.self) == nil)
        #expect(track.heldByteCount == size + 1000)
        #expect(track.heldPicture(for: try tile(track, 0)) != nil)
    }

    @Test func `a purge returns the number of bytes freed, and look-ups still work`() async throws {
        let film = try ServedFilm()
        let track = try await load(film)
        for number in [0, 4, 8] { _ = try await track.picture(for: tile(track, number)) }
        let sizes = try (0..<3).map(ServedFilm.byteCount)
        #expect(track.heldByteCount == sizes.reduce(0, +))
        #expect(track.purge(.low) == sizes[0] + sizes[1])
        #expect(track.heldPicture(for: try tile(track, 8)) != nil)
        #expect(track.purge(.low) == 0)
        #expect(track.purge(.critical) == sizes[2])
        #expect(track.heldByteCount == 0)
        #expect(track.tile(at: .seconds(9))?.index == 9)
        #expect(try await track.jpeg(for: tile(track, 9)) == DrawnSheet.picture(seed: 9))
        track.stopShowing()
        #expect(track.purge(.low) == sizes[2])
    }

    /// Asks its track something in its last moment.
    private final class Inquisitive: Sendable {
        let track: ThumbnailTrack
        let asked: @Sendable () -> Void

        init(_ track: ThumbnailTrack, asked: @escaping @Sendable () -> Void) {
            (self.track, self.asked) = (track, asked)
        }

        deinit {
            if track.heldByteCount >= 0 { asked() }
        }
    }

    @Test func `a host's image may call the track while it is released`() async throws {
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(from: film.url, options: .forTests { $0.byteBudget = 100 })
        try await confirmation(expectedCount: 4) { confirm in
            let hold = { (bytes: Int) in
                let tile = try #require(track.tile(numbered: 0))
                let image = Inquisitive(track) { confirm() }
                #expect(track.hold(image, byteCount: bytes, for: tile))
            }
            try hold(10)
            try hold(20)
            track.purge(.critical)
            try hold(30)
            try await track.load(from: film.url)
            try hold(40)
            track.reset()
        }
        #expect(track.heldByteCount == 0)
    }

    @Test func `a critical purge stops downloads, and the next request begins anew`() async throws {
        let slow = LoopbackAnswer(manner: .silent)
        let film = try ServedFilm(sheets: [0: [slow, LoopbackAnswer(try ServedFilm.sheet(0))]])
        let track = try await load(film)
        let first = try tile(track, 0)
        let waiting = Task { try await track.picture(for: first) }
        while film.count(ofSheet: 0) == 0 { await Task.yield() }
        track.purge(.low)
        #expect(!waiting.isCancelled)
        track.purge(.critical)
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(try await track.jpeg(for: first) == DrawnSheet.picture(seed: 0))
    }

    @Test func `the budget holds during requests, purges and cancellations`() async throws {
        let film = try ServedFilm()
        let largest = try (0..<3).map(ServedFilm.byteCount).max() ?? 0
        let budget = largest * 2 + 500
        let options = ThumbnailTrack.Options.forTests { $0.byteBudget = budget }
        let track = try await ThumbnailTrack.load(from: film.url, options: options)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(worker))
                    for step in 0..<80 {
                        guard let tile = track.tile(numbered: .random(in: 0..<12, using: &random)) else { continue }
                        switch Int.random(in: 0..<10, using: &random) {
                        case 0: track.purge(.low)
                        case 1: track.hold([step], byteCount: .random(in: 0...900, using: &random), for: tile)
                        case 2: _ = track.heldImage(for: tile, as: [Int].self)
                        case 3:
                            let task = Task { try await track.picture(for: tile) }
                            if Bool.random(using: &random) { task.cancel() }
                            _ = try? await task.value
                        default:
                            let picture = try? await track.picture(for: tile)
                            #expect(picture?.bytes == DrawnSheet.picture(seed: tile.index))
                        }
                        #expect(track.heldByteCount <= budget)
                    }
                }
            }
        }
    }
}
