import Foundation
import HTTPFetching
import ScrubFixtures
import Synchronization
import Testing
import TiledJPEG
import WebVTT

@testable import ScrubPreview

@Suite struct ThumbnailTrackPicturesTests {
    private func tile(_ track: ThumbnailTrack, _ number: Int) throws -> PreviewTile {
        try #require(track.tile(numbered: number))
    }

    @Test func `each tile is the JPEG that it was made from, and each sheet is downloaded once`() async throws {
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(from: film.url)
        for number in [0, 1, 5, 11, 4, 8, 3, 2, 10] {
            let jpeg = try await track.jpeg(for: tile(track, number))
            #expect(jpeg == DrawnSheet.picture(seed: number))
            #expect(track.heldPicture(for: try tile(track, number))?.bytes == jpeg)
        }
        #expect((0..<3).map(film.count(ofSheet:)) == [1, 1, 1])
    }

    @Test func `a foreign sheet comes with the rectangle to show`() async throws {
        let whole = DrawnSheet.picture(seed: 9, width: 128, height: 96, isTiled: false)
        let film = try ServedFilm(sheets: [0: [LoopbackAnswer(whole)]])
        let track = try await ThumbnailTrack.load(from: film.url)
        let picture = try await track.picture(for: tile(track, 3))
        #expect(picture.bytes == whole)
        #expect(picture.crop == PixelRect(x: 64, y: 48, width: 64, height: 48))
        #expect(try await track.jpeg(for: tile(track, 3)) == nil)
    }

    @Test func `percent and whole pictures are known once the sheet is there`() async throws {
        let files = try ServedFiles([
            "/t.vtt": LoopbackAnswer(
                writtenTrack(["s.jpg#xywh=percent:50,50,50,50", "s.jpg", "s.jpg#xywh=128,0,9,9"])),
            "/s.jpg": LoopbackAnswer(try ServedFilm.sheet(0)),
        ])
        let track = try await ThumbnailTrack.load(from: files.url("/t.vtt"))
        #expect(try tile(track, 0).rect == nil)
        #expect(try await track.jpeg(for: tile(track, 0)) == DrawnSheet.picture(seed: 3))
        #expect(try tile(track, 0).rect == PixelRect(x: 64, y: 48, width: 64, height: 48))
        #expect(try await track.jpeg(for: tile(track, 1)) == (try ServedFilm.sheet(0)))
        #expect(await failure { _ = try await track.picture(for: tile(track, 2)) }?.code == .malformed)
        #expect(files.count(of: "/s.jpg") == 1)
    }

    @Test func `thirty requests for one sheet at once are one download`() async throws {
        let sheet = LoopbackAnswer(try ServedFilm.sheet(0), manner: .late(.milliseconds(50)))
        let film = try ServedFilm(sheets: [0: [sheet]])
        let track = try await ThumbnailTrack.load(from: film.url)
        try await withThrowingTaskGroup(of: (Int, [UInt8]?).self) { group in
            for request in 0..<30 {
                let tile = try tile(track, request % 4)
                group.addTask { (tile.index, try await track.jpeg(for: tile)) }
            }
            for try await (number, jpeg) in group { #expect(jpeg == DrawnSheet.picture(seed: number)) }
        }
        #expect(film.count(ofSheet: 0) == 1)
    }

    @Test func `a scrub fetches the sheet that it moves towards`() async throws {
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(from: film.url)
        _ = try await track.picture(for: tile(track, 4))
        #expect(film.count(ofSheet: 2) + film.count(ofSheet: 0) == 0)
        _ = try await track.picture(for: tile(track, 5))
        while track.heldByteCount < (try ServedFilm.byteCount(1) + ServedFilm.byteCount(2)) { await Task.yield() }
        #expect((0..<3).map(film.count(ofSheet:)) == [0, 1, 1])
        _ = try await track.picture(for: tile(track, 4))
        while film.count(ofSheet: 0) == 0 { await Task.yield() }
        let still = try await ThumbnailTrack.load(from: film.url, options: .forTests { $0.prefetches = false })
        for number in 4..<8 { _ = try await still.picture(for: tile(still, number)) }
        #expect((0..<3).map(film.count(ofSheet:)) == [1, 2, 1])
    }

    @Test func `a sheet that cannot be fetched ahead is not tried again on the way`() async throws {
        let film = try ServedFilm(sheets: [2: [.status(404)]])
        let track = try await ThumbnailTrack.load(from: film.url)
        _ = try await track.picture(for: tile(track, 4))
        _ = try await track.picture(for: tile(track, 5))
        while track.state.withLock({ $0.loaded?.unfit.isEmpty != false }) { await Task.yield() }
        for number in [6, 7, 6, 7] { _ = try await track.picture(for: tile(track, number)) }
        #expect(film.count(ofSheet: 2) == 1)
        #expect(await failure { _ = try await track.picture(for: tile(track, 8)) }?.code == .notFound)
    }

    @Test func `a sheet that is something else is named`() async throws {
        let film = try ServedFilm(sheets: [0: [LoopbackAnswer("<html><body>Log in")]])
        let track = try await ThumbnailTrack.load(from: film.url)
        let failure = await failure { _ = try await track.picture(for: tile(track, 0)) }
        #expect(failure?.code == .unrecognizedFormat)
        #expect(failure?.description == "0.jpg: It is an HTML page, not a picture.")
    }

    @Test func `a sheet larger than the budget is refused as its bytes arrive`() async throws {
        let endless = LoopbackAnswer(try ServedFilm.sheet(0), manner: .endless)
        let film = try ServedFilm(sheets: [0: [endless]])
        let track = try await ThumbnailTrack.load(from: film.url, options: .forTests { $0.byteBudget = 50_000 })
        #expect(await failure { _ = try await track.picture(for: tile(track, 0)) }?.code == .limitExceeded)
        #expect(track.heldByteCount == 0)
    }

    @Test func `a tile of another load is refused`() async throws {
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(from: film.url)
        let old = try tile(track, 0)
        try await track.load(from: film.url)
        #expect(await failure { _ = try await track.picture(for: old) }?.code == .notLoaded)
        #expect(track.heldPicture(for: old) == nil)
        #expect(!track.hold("x", byteCount: 1, for: old))
        #expect(track.heldImage(for: old, as: String.self) == nil)
    }

    @Test func `headers and token reach sheets of the track's origin and no others`() async throws {
        let foreign = try ServedFiles(["/f.jpg": LoopbackAnswer(DrawnSheet.picture(seed: 1))])
        let payloads = ["own.jpg", foreign.server.address("/f.jpg"), "sent.jpg"]
        let home = try ServedFiles([
            "/t.vtt": LoopbackAnswer(writtenTrack(payloads)), "/own.jpg": LoopbackAnswer(DrawnSheet.picture(seed: 2)),
            "/sent.jpg": .redirect(to: foreign.server.address("/f.jpg")),
        ])
        let options = ThumbnailTrack.Options.forTests {
            $0.credentials = Credentials(headers: ["Authorization": "Bearer s3cret"], token: "t0ken")
            $0.prefetches = false
        }
        let track = try await ThumbnailTrack.load(from: home.url("/t.vtt"), options: options)
        for number in 0..<3 { _ = try await track.picture(for: tile(track, number)) }
        #expect(home.server.requests.map(\.path) == ["/t.vtt", "/own.jpg", "/sent.jpg"])
        #expect(home.server.requests.allSatisfy { $0["Authorization"] == "Bearer s3cret" && $0.query == "token=t0ken" })
        #expect(foreign.server.requests.count == 2)
        #expect(foreign.server.requests.allSatisfy { $0["Authorization"] == nil && $0.query == nil })
        #expect(try !tile(track, 0).sheet.absoluteString.contains("t0ken"))
    }
}
