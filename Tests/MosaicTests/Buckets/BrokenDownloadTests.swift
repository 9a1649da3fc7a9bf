import MosaicFixtures
import Raster
import Testing

@testable import Mosaic

/// Objects that cannot be downloaded: placeholders, and tried again.
struct BrokenDownloadTests {
    private static let broken = MosaicError(.unavailable, "s3", "The connection was lost 5 times.")

    private func fail(_ film: BucketFilm, _ error: MosaicError = broken, _ numbers: Int...) {
        let keys = Set(numbers.map { "film/" + BucketFilm.name($0) })
        film.memory.fail { request in
            guard case .get(let key) = request, numbers.isEmpty || keys.contains(key) else { return nil }
            return error
        }
    }

    @Test func `a broken download is a placeholder, and downloaded by the next composition`() async throws {
        let film = BucketFilm(7)
        fail(film, Self.broken, 3)
        let first = try await film.publish()
        #expect(first.brokenDownloads == 1 && first.placeholders == 1)
        let tile = first.storyboard.tiles[2]
        #expect(tile.state == .placeholder && tile.reason == "The connection was lost 5 times.")
        #expect(tile.source.version == nil && tile.source.bytes == nil)
        #expect(film.bucket.gets.count == 7, "the client has tried again already")
        film.memory.fail(nil)
        film.memory.resetRequests()
        let second = try await film.publish()
        #expect(second.brokenDownloads == 0 && second.placeholders == 0 && second.reusedTiles == 6)
        #expect(film.bucket.gets == ["film/" + BucketFilm.name(3)])
    }

    @Test func `a picture of which no download was broken is damaged, and not counted`() async throws {
        let film = BucketFilm(3)
        film.memory.store([1, 2, 3], at: "film/" + BucketFilm.name(2))
        let composition = try await film.publish()
        #expect(composition.placeholders == 1 && composition.brokenDownloads == 0)
    }

    @Test(arguments: [MosaicError.Code.unavailable, .refused])
    func `where no object can be downloaded, nothing is damaged`(code: MosaicError.Code) async throws {
        let film = BucketFilm(3)
        fail(film, MosaicError(code, "s3", "No."))
        let failure = await failure { try await film.publish() }
        #expect(failure?.code == code)
        #expect(failure?.reason == "No. 3 of 3 screenshots cannot be used.")
    }

    @Test func `where geometry is recorded and no object can be downloaded, nothing is damaged`() async throws {
        let film = BucketFilm(3)
        _ = try await film.publish()
        for number in 1...3 { film.put(DrawnScreenshot(number: number + 20), as: number) }
        fail(film)
        #expect(await failure { try await film.publish() }?.code == .unavailable)
    }

    @Test func `in strict mode a damaged picture is reported before a failed download`() async throws {
        var film = BucketFilm(3)
        film.settings.isStrict = true
        fail(film, Self.broken, 2)
        #expect(await failure { try await film.publish() }?.code == .unavailable)
        film.memory.store([1, 2, 3], at: "film/" + BucketFilm.name(3))
        #expect(await failure { try await film.publish() }?.code == .damaged)
    }

    @Test func `an object that went, or grew, is broken`() async throws {
        let film = BucketFilm(3)
        let reader = try film.reader()
        let listing = try await reader.list()
        film.memory.remove("film/" + BucketFilm.name(1))
        film.memory.store([UInt8](repeating: 1, count: 2 << 20), at: "film/" + BucketFilm.name(2))
        let request = CompositionRequest(id: StoryboardID(naming: "film"), listing: listing)
        let composition = try await StoryboardComposer(settings: film.settings).compose(request) { _, _ in }
        #expect(composition.brokenDownloads == 2)
        #expect(
            composition.storyboard.tiles.map(\.reason) == [
                "There is no such object.", "It has grown since it was listed.", nil,
            ])
    }

    @Test func `an object beyond the limit is not downloaded, and not broken`() async throws {
        var film = BucketFilm(3)
        film.limits.bytesAhead = 4 << 20
        film.memory.store([UInt8](repeating: 1, count: 5 << 20), at: "film/" + BucketFilm.name(2))
        film.settings.limits.fileBytes = 3 << 20
        let composition = try await film.publish()
        #expect(composition.placeholders == 1 && composition.brokenDownloads == 0)
        #expect(composition.storyboard.tiles[1].reason?.contains("exceeds the limit of 3145728 bytes") == true)
    }
}
