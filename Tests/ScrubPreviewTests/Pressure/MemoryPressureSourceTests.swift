import Foundation
import ScrubFixtures
import Testing

@testable import ScrubPreview

@Suite struct MemoryPressureSourceTests {
    private func write(_ some: Int, _ full: Int, to file: URL) throws {
        let text = "some avg10=\(some).00 avg60=0.00 avg300=0.00 total=0\nfull avg10=\(full).00 avg60=0.00 total=0\n"
        try Data(text.utf8).write(to: file, options: .atomic)
    }

    @Test func `a track frees memory as the pressure rises until it stops watching`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(from: film.url, options: .forTests { $0.prefetches = false })
        for number in [0, 4] { _ = try await track.picture(for: #require(track.tile(numbered: number))) }
        let shown = try ServedFilm.byteCount(1)

        // As long as the file is absent nothing happens.
        track.watchMemory(.file(file, every: .milliseconds(2)))
        #expect(track.heldByteCount > shown)
        try write(20, 0, to: file)
        while track.heldByteCount > shown { try await Task.sleep(for: .milliseconds(1)) }
        #expect(track.heldByteCount == shown)
        try write(60, 40, to: file)
        while track.heldByteCount > 0 { try await Task.sleep(for: .milliseconds(1)) }

        track.stopWatchingMemory()
        // The watch ends on its own time: a sheet outlives several looks at the file sooner or later.
        let tile = try #require(track.tile(numbered: 0))
        repeat {
            // A last purge may stop the download.
            _ = try? await track.picture(for: tile)
            try await Task.sleep(for: .milliseconds(20))
        } while track.heldByteCount == 0
        #expect(track.heldByteCount > 0)
    }

    @Test func `a watch does not keep its track alive`() async {
        weak var gone: ThumbnailTrack?
        do {
            let track = ThumbnailTrack()
            gone = track
            track.watchMemory(.file(URL(filePath: "/nowhere"), every: .milliseconds(1)))
        }
        while gone != nil { await Task.yield() }
        #expect(gone == nil)
    }
}
