import Foundation
import ScrubFixtures
import ScrubPreview
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@MainActor @Suite struct EmbeddingArticleTests {
    @Test func `a look-up shows a picture`() async throws {
        let film = try ServedFilm()
        var shown: [TilePicture] = []
        try await loadAndLookUp(film.url) { shown.append($0) }
        #expect(shown.map(\.bytes) == [DrawnSheet.picture(seed: 11)])
    }

    @Test func `a scrub bar shows the tile at the finger`() async throws {
        let film = try ServedFilm()
        var shown: [TilePicture?] = []
        let bar = ScrubBar { shown.append($0) }
        bar.move(to: 1)
        #expect(shown == [nil])
        try await bar.open(film.url)
        bar.move(to: 1)
        while shown.count < 2 { await Task.yield() }
        #expect(shown.last??.bytes == DrawnSheet.picture(seed: 1))
        // The same sheet again: without waiting.
        bar.move(to: 2)
        #expect(shown.last??.bytes == DrawnSheet.picture(seed: 2))
        bar.release()
        #expect(shown.last == .some(nil))
        bar.close()
        bar.move(to: 2)
        #expect(shown.count == 5)
    }

    @Test func `images, memory, credentials and reports work as in the article`() async throws {
        let film = try ServedFilm()
        let track = try await loadWithCredentials(film.url, accessToken: "abc")
        #expect(film.files.server.requests.first?["Authorization"] == "Bearer abc")
        let tile = try #require(track.tile(numbered: 3))
        let picture = try await track.picture(for: tile)
        #expect(leaveDecoded(picture, of: tile, with: track) { _ in Bitmap(byteCount: 9) } == Bitmap(byteCount: 9))
        var lines: [String] = []
        let held = track.heldByteCount
        giveMemoryBack(track) { lines.append($0) }
        tellRepairs(track) { lines.append($0) }
        #expect(lines == ["\(held) bytes freed"])
    }

    @Test func `cache, session, loader, prefetch and copy work as in the article`() async throws {
        let film = try ServedFilm()
        let folder = temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let track = try await loadWithCache(film.url, cachesFolder: folder.appending(path: "cache"))
        try await prefetchAround(track, position: 1)
        #expect(track.heldByteCount > 0)
        let offline = try await copyAndOpen(track, folder: folder.appending(path: "copy"))
        #expect(offline.count == track.count)
        #expect(try await loadInSession(film.url, configuration: .ephemeral).count == 12)
        var options = ThumbnailTrack.Options()
        options.loader = BundledFiles(files: ["t.vtt": Array(writtenTrack(["0.jpg"]).utf8)])
        #expect(try await ThumbnailTrack.load(from: film.url, options: options).count == 1)
    }
}
