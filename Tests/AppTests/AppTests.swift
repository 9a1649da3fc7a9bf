import Foundation
import Mosaic
import MosaicLibrary
import ScrubPreview
import Testing
import TiledJPEG
import WebVTT

/// An app that sees of the package what any other package sees.
struct AppTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../samples/xlumX1Wtzrg").standardizedFileURL.path
    private let id = StoryboardID(naming: "xlumX1Wtzrg")

    @Test func `an app composes, publishes and looks a time up`() async throws {
        try await withApp { app, _ in
            let storyboard = try await app.publish(id, title: "Sample", screenshots: Self.samples)
            #expect(storyboard.tiles.count == 12 && storyboard.sheets.count == 1)
            #expect(storyboard.geometry.tile.width == 160)
            let tile = try #require(try await app.tile(of: id, at: Timestamp(milliseconds: 400_000)))
            #expect(tile.time == Timestamp(milliseconds: 397_000) && tile.chapter == 2 && tile.state == .ok)
            let sheet = try #require(try await app.sheet(with: tile, of: id))
            #expect(sheet.starts(with: [0xFF, 0xD8]))
            let track = try CueTrack(parsing: try #require(try await app.library.track(id)))
            #expect(track == storyboard.cueTrack())
            let entry = try await app.library.catalog.entry(of: id)
            #expect(entry?.title == "Sample" && entry?.tiles == 12 && entry?.placeholders.count == 0)
        }
    }

    @Test func `an app composes into a folder`() async throws {
        try await withApp { app, path in
            let folder = try StoryboardFolder(path: path + "/out", for: id)
            let listing = try ScreenshotSource(folder: Self.samples).listing()
            var publication = StoryboardComposer.Publication()
            publication.writesPreview = true
            let composition = try await StoryboardComposer()
                .compose(CompositionRequest(id: id, listing: listing), into: folder, publication: publication)
            #expect(!composition.isUnchanged)
            let written = try Data(contentsOf: URL(filePath: path + "/out/" + Storyboard.trackName))
            #expect(try CueTrack(parsing: Array(written)) == composition.storyboard.cueTrack())
        }
    }

    @Test func `a job fails, is retried and completes`() async throws {
        try await withApp { app, path in
            let screenshots = path + "/screenshots"
            let job = try await app.submit(id, screenshots: screenshots)
            #expect(job.state == .pending && job.storyboard == id)
            try await app.work()
            let failed = try #require(try await app.library.catalog.job(job.number))
            #expect(failed.state == .failed && failed.errorMessage != nil)

            try FileManager.default.copyItem(atPath: Self.samples, toPath: screenshots)
            #expect(try await app.retry(id)?.state == .pending)
            try await app.work()
            let completed = try #require(try await app.library.catalog.job(of: id))
            #expect(completed.state == .completed && completed.completedChapters == 12)
            #expect(try await app.library.storyboard(id)?.tiles.count == 12)
        }
    }

    @Test func `a cancelled job composes nothing`() async throws {
        try await withApp { app, _ in
            _ = try await app.submit(id, screenshots: Self.samples, priority: .batch)
            #expect(try await app.cancel(id)?.state == .cancelled)
            try await app.work()
            #expect(try await app.library.storyboard(id) == nil)
            #expect(try await app.library.catalog.jobCounts()[.cancelled] == 1)
        }
    }

    @Test func `a removed storyboard is restored`() async throws {
        try await withApp { app, _ in
            let storyboard = try await app.publish(id, title: "Sample", screenshots: Self.samples)
            #expect(try await app.library.remove(id, keepingOld: 60))
            #expect(try await app.library.storyboard(id) == nil)
            #expect(try await app.library.catalog.entry(of: id) == nil)
            #expect(try await app.library.restore(id) == storyboard)
            #expect(try await app.library.catalog.entry(of: id)?.tiles == 12)
        }
    }

    @Test func `a catalog that was lost is rebuilt from the documents`() async throws {
        try await withApp { app, path in
            let storyboard = try await app.publish(id, title: "Sample", screenshots: Self.samples)
            let other = try FilmApp(folder: path + "/library", catalog: MemoryCatalog())
            #expect(try await other.library.catalog.entries(CatalogQuery()).total == 0)
            #expect(try await other.library.repair().faults.isEmpty)
            let page = try await other.library.catalog.entries(CatalogQuery())
            #expect(page.entries.map(\.id) == [storyboard.id])
        }
    }

    @Test func `a player loads what an app serves`() async throws {
        try await withApp { app, _ in
            let storyboard = try await app.publish(id, title: "Sample", screenshots: Self.samples)
            try await app.serve { server in
                let url = server.appending(path: "storyboards/\(id)/\(Storyboard.trackName)")
                let track = try await ThumbnailTrack.load(from: url)
                #expect(track.count == 12)
                let tile = try #require(track.tile(at: .seconds(400)))
                #expect(tile.start == Timestamp(milliseconds: 397_000))
                let jpeg = try #require(try await track.jpeg(for: tile))
                #expect(try RestartGrid(parsing: jpeg).size == storyboard.geometry.tile)
            }
        }
    }

    /// Runs a test with an app over an empty library and its temporary folder, which is removed afterwards.
    private func withApp(_ test: (FilmApp, String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mosaic-app-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await test(try FilmApp(folder: folder.path + "/library", catalog: MemoryCatalog()), folder.path)
    }
}
