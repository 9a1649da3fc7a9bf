import Foundation
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Composes screenshots of a bucket, and counts the requests.
struct BucketReaderTests {
    @Test func `a bucket and a folder give the same storyboard`() async throws {
        let film = BucketFilm(7)
        let drawn = try ScreenshotSource(TemporaryFolder())
        try drawn.add((1...7).map { DrawnScreenshot(number: $0) })
        let (storyboard, sheets) = try await drawn.compose()
        #expect(try await film.publish().storyboard.sheets == storyboard.sheets)
        let folder = ObjectKey(StoryboardID(naming: "film"))
        for (sheet, bytes) in zip(storyboard.sheets, sheets) {
            #expect(film.store.bytes(of: folder.appending(sheet.name.rawValue)) == bytes)
        }
        #expect(film.store.bytes(of: folder.appending("thumbnails.vtt")) == storyboard.trackDocument())
    }

    /// Places that keep the pictures that a first composition downloads for their sizes.
    enum Held: CaseIterable {
        case memory, file, both, nothing
    }

    @Test(arguments: Held.allCases)
    func `a first composition asks for each object once`(held: Held) async throws {
        var film = BucketFilm(40)
        let bytes = DrawnScreenshot(number: 1).encoded.count
        switch held {
        case .memory: break
        case .file: film.limits.heldBytes = 0
        case .both: film.limits.heldBytes = 5 * bytes
        case .nothing: (film.limits.heldBytes, film.folder) = (0, "/nowhere")
        }
        let composition = try await film.publish()
        #expect(composition.storyboard.tiles.map(\.state) == Array(repeating: .ok, count: 40))
        let gets = film.bucket.gets.count
        #expect(gets == (held == .nothing ? 80 : 40) && film.memory.requests.count == gets + 1)
        #expect(film.bucket.mostDownloads <= 32)
    }

    @Test func `pictures of several sizes are requested once`() async throws {
        let wide = PixelSize(width: 120, height: 54)
        let film = BucketFilm((1...9).map { DrawnScreenshot(number: $0, size: $0 % 3 == 0 ? wide : wide.transposed) })
        _ = try await film.publish()
        #expect(film.bucket.gets.count == 9)
    }

    @Test func `PNG sheets ask for each object once, too`() async throws {
        var film = BucketFilm(9)
        film.settings.encoding.format = .png
        _ = try await film.publish()
        #expect(film.bucket.gets.count == 9)
    }

    @Test func `unchanged objects are not requested again`() async throws {
        let film = BucketFilm(7)
        _ = try await film.publish()
        film.memory.resetRequests()
        #expect(try await film.publish().isUnchanged)
        #expect(film.memory.requests == [.list(prefix: "film/")])
    }

    @Test func `a copy with another ETag is requested once, and its ETag is recorded`() async throws {
        let film = BucketFilm(7)
        _ = try await film.publish()
        for number in 1...7 { film.put(DrawnScreenshot(number: number)) }
        film.memory.resetRequests()
        let same = try await film.publish()
        #expect(same.reusedTiles == 7 && same.storyboard.sheets.count == 2)
        #expect(film.bucket.gets.count == 7 && film.memory.requests.count == 8)
        film.memory.resetRequests()
        #expect(try await film.publish().isUnchanged)
        #expect(film.memory.requests.count == 1)
    }

    @Test func `another picture is requested once, also with the same length`() async throws {
        let film = BucketFilm(7)
        _ = try await film.publish()
        let old = DrawnScreenshot(number: 3).encoded
        // A comment at the end, behind the picture.
        film.memory.store(old.dropLast(2) + [0xFF, 0xD8], at: "film/" + BucketFilm.name(3))
        film.put(DrawnScreenshot(number: 20, size: PixelSize(width: 192, height: 108)), as: 5)
        film.memory.resetRequests()
        let composition = try await film.publish()
        #expect(composition.reusedTiles == 5)
        #expect(film.bucket.gets.sorted() == [3, 5].map { "film/" + BucketFilm.name($0) })
    }

    @Test func `the size of a picture too large to be held is read from its header`() async throws {
        var film = BucketFilm(3)
        film.limits.bytesAhead = DrawnScreenshot(number: 1).encoded.count - 10
        let reader = try film.reader()
        let listing = try await reader.list()
        #expect(
            await reader.sizes(of: listing.screenshots, lanes: 1)
                == Array(repeating: DrawnScreenshot(number: 1).size, count: 3))
        #expect(try await film.publish().placeholders == 0)
    }

    @Test func `a source with a list of times is not supported`() async throws {
        let film = BucketFilm(1)
        #expect(await failure { try await film.reader { $0.list = "times.csv" }.list() }?.code == .unsupported)
    }
}
