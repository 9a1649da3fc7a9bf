import MosaicFixtures
import Testing

@testable import Mosaic

/// Downloads ahead of the decoder: how many, how far, and in which order.
struct BucketSessionTests {
    private func take(_ count: Int, from session: any PictureSession) async throws -> [String] {
        var names: [String] = []
        for _ in 0..<count {
            var pictures = [Picture.empty]
            guard try await session.next(1, into: &pictures).count == 1 else { break }
            guard case .encoded = pictures[0].content else { continue }
            names.append(pictures[0].source.name)
        }
        return names
    }

    /// Waits until no download is under way or about to begin.
    private func settle(_ film: BucketFilm, after gets: Int) async throws {
        try await ObservedBucket.wait { film.bucket.gets.count >= gets && film.bucket.downloads == 0 }
        try await Task.sleep(for: .milliseconds(20))
    }

    @Test func `objects are requested in order, with the maximum number of requests`() async throws {
        var film = BucketFilm(20)
        film.limits.requests = 3
        film.bucket.shut()
        let session = try await film.session(film.reader())
        try await ObservedBucket.wait { film.bucket.downloads == 3 }
        #expect(Set(film.bucket.gets) == Set((1...3).map { "film/" + BucketFilm.name($0) }))
        film.bucket.open()
        #expect(try await take(30, from: session) == (1...20).map(BucketFilm.name))
        #expect(film.bucket.gets.count == 20 && film.bucket.mostDownloads == 3)
        await session.close()
    }

    @Test func `32 downloads run by default, for any number of decoders`() async throws {
        let film = BucketFilm(100)
        film.bucket.shut()
        let session = try await film.session(film.reader())
        try await ObservedBucket.wait { film.bucket.downloads == 32 }
        film.bucket.open()
        #expect(try await take(100, from: session).count == 100)
        #expect(film.bucket.mostDownloads == 32)
        await session.close()
    }

    @Test func `downloads wait for a slow decoder where their bytes are used up`() async throws {
        var film = BucketFilm(0..<12)
        film.limits.bytesAhead = 5 * BucketFilm.flatBytes + 1
        let session = try await film.session(film.reader())
        try await settle(film, after: 5)
        #expect(film.bucket.gets.count == 5)
        #expect(try await take(2, from: session).count == 2)
        try await settle(film, after: 7)
        #expect(film.bucket.gets.count == 7)
        #expect(try await take(20, from: session).count == 10)
        await session.close()
    }

    @Test func `a picture larger than all bytes ahead is downloaded alone`() async throws {
        var film = BucketFilm(0..<4)
        film.limits.bytesAhead = BucketFilm.flatBytes - 1
        let session = try await film.session(film.reader())
        #expect(try await take(10, from: session).count == 4)
        #expect(film.bucket.mostDownloads == 1)
        await session.close()
    }

    @Test func `closing a session cancels its downloads`() async throws {
        let film = BucketFilm(50)
        film.bucket.shut()
        let session = try await film.session(film.reader())
        try await ObservedBucket.wait { film.bucket.downloads == 32 }
        await session.close()
        #expect(film.bucket.downloads == 0 && film.bucket.cancelled == 32 && film.bucket.gets.count == 32)
    }

    @Test func `a cancelled reader does not wait for its download`() async throws {
        let film = BucketFilm(3)
        film.bucket.shut()
        let session = try await film.session(film.reader())
        let reading = Task {
            var pictures = [Picture.empty]
            _ = try await session.next(1, into: &pictures)
        }
        try await ObservedBucket.wait { film.bucket.downloads == 3 }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await session.close()
        #expect(film.bucket.downloads == 0)
    }

    @Test func `a cancelled composition leaves no download behind`() async throws {
        let film = BucketFilm(50)
        film.bucket.shut()
        let composing = Task { try await film.publish() }
        try await ObservedBucket.wait { film.bucket.downloads == 32 }
        composing.cancel()
        await #expect(throws: CancellationError.self) { try await composing.value }
        #expect(film.bucket.downloads == 0 && film.store.stagedCount == 0)
    }
}
