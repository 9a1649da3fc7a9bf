import Foundation
import ScrubFixtures
import Testing

@testable import ScrubPreview

@Suite struct ThumbnailTrackPrefetchingTests {
    private func load(
        _ film: ServedFilm, _ change: (inout ThumbnailTrack.Options) -> Void = { _ in }
    ) async throws -> ThumbnailTrack {
        try await ThumbnailTrack.load(
            from: film.url,
            options: .forTests {
                $0.prefetches = false
                change(&$0)
            })
    }

    private func counts(_ film: ServedFilm) -> [Int] { (0..<3).map(film.count(ofSheet:)) }

    @Test func `all sheets are downloaded once, and shown without waiting`() async throws {
        let film = try ServedFilm()
        let track = try await load(film)
        #expect(try await track.prefetch() == 3)
        #expect(try await track.prefetch() == 3)
        #expect(counts(film) == [1, 1, 1])
        let tile = try #require(track.tile(numbered: 11))
        #expect(track.heldPicture(for: tile)?.bytes == DrawnSheet.picture(seed: 11))
    }

    @Test func `sheets around a time come first`() async throws {
        let film = try ServedFilm()
        let track = try await load(film)
        #expect(try await track.prefetch(around: .seconds(11), sheetCount: 1) == 1)
        #expect(counts(film) == [0, 0, 1])
        // From the last tile of the middle sheet the later sheet is nearer.
        let other = try ServedFilm()
        #expect(try await load(other).prefetch(around: .seconds(7.5), sheetCount: 2) == 2)
        #expect(counts(other) == [0, 1, 1])
    }

    @Test func `prefetching ends before an entry is evicted`() async throws {
        let film = try ServedFilm()
        let largest = try (0..<3).map(ServedFilm.byteCount).max() ?? 0
        let track = try await load(film) { $0.byteBudget = largest * 5 / 2 }
        #expect(try await track.prefetch() == 2)
        #expect(track.heldByteCount <= largest * 5 / 2)
        let before = counts(film)
        #expect(try await track.prefetch() == 2)
        #expect(counts(film) == before)
        let bounded = try await load(film)
        #expect(try await bounded.prefetch(maximumBytes: largest) == 1)
        #expect(try await bounded.prefetch(maximumBytes: 0) == 1)
    }

    @Test func `only sheets of kept thumbnails are downloaded`() async throws {
        let film = try ServedFilm()
        // The first and the last.
        let track = try await load(film) { $0.maximumThumbnails = 2 }
        #expect(try await track.prefetch() == 2)
        #expect(counts(film) == [1, 0, 1])
    }

    @Test func `a missing sheet is left out, and a server that fails ends it`() async throws {
        let missing = try ServedFilm(sheets: [0: [.status(404)]])
        let track = try await load(missing)
        #expect(try await track.prefetch() == 2)
        let broken = try ServedFilm(sheets: [1: [.status(500)]])
        let failing = try await load(broken)
        #expect(await failure { try await failing.prefetch() }?.code == .unavailable)
        #expect(counts(broken) == [1, 3, 0])
    }

    @Test(arguments: [MemoryPressure.low, .critical])
    func `a purge cancels it and its download`(level: MemoryPressure) async throws {
        let film = try ServedFilm(sheets: [1: [LoopbackAnswer(manner: .silent)]])
        let track = try await load(film)
        let prefetch = Task { try await track.prefetch() }
        while film.count(ofSheet: 1) == 0 { await Task.yield() }
        track.purge(level)
        await #expect(throws: CancellationError.self) { try await prefetch.value }
        #expect(counts(film) == [1, 1, 0])
        #expect(track.heldByteCount == 0)
    }

    @Test func `a cancelled task, a second prefetch and a reset end it`() async throws {
        for end in ["cancel", "again", "reset"] {
            let film = try ServedFilm(sheets: [1: [LoopbackAnswer(manner: .silent)]])
            let track = try await load(film)
            let prefetch = Task { try await track.prefetch() }
            while film.count(ofSheet: 1) == 0 { await Task.yield() }
            switch end {
            case "cancel": prefetch.cancel()
            case "again": #expect(try await track.prefetch(sheetCount: 1) == 1)
            default: track.reset()
            }
            await #expect(throws: CancellationError.self, "\(end)") { try await prefetch.value }
        }
        #expect(await failure { try await ThumbnailTrack().prefetch() }?.code == .notLoaded)
    }
}
