import Foundation
import ScrubFixtures
import Seeded
import Testing
import WebVTT

@testable import ScrubPreview

@Suite struct ThumbnailTrackConcurrencyTests {
    @Test func `ten loads at once, some of them cancelled, end as they should`() async throws {
        let film = try ServedFilm()
        var random = SeededGenerator(seed: 3)
        for _ in 0..<5 {
            let tasks = (0..<10).map { _ in Task { try await ThumbnailTrack.load(from: film.url) } }
            let cancelled = tasks.map { _ in Bool.random(using: &random) }
            for (task, isCancelled) in zip(tasks, cancelled) where isCancelled {
                try await Task.sleep(for: .microseconds(.random(in: 0...3000, using: &random)))
                task.cancel()
            }
            for (task, isCancelled) in zip(tasks, cancelled) {
                do {
                    #expect(try await task.value.count == 12)
                } catch {
                    // A cancelled load either was done already or says that it was cancelled.
                    #expect(isCancelled && error is CancellationError, "\(error)")
                }
            }
        }
    }

    @Test func `the last of ten concurrent loads of one track wins`() async throws {
        let film = try ServedFilm()
        let track = ThumbnailTrack(options: .forTests())
        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        try await track.load(from: film.url)
                        return true
                    } catch {
                        #expect(error is CancellationError, "\(error)")
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.contains(true))
        #expect(track.count == 12)
    }

    @Test(arguments: [
        LoopbackAnswer(manner: .silent), LoopbackAnswer(writtenTrack(["a"]), manner: .dripping(.seconds(9))),
    ])
    func `a cancelled load does not wait for the server`(answer: LoopbackAnswer) async throws {
        let files = try ServedFiles(["/t.vtt": answer])
        let url = try files.url("/t.vtt")
        let task = Task { try await ThumbnailTrack.load(from: url) }
        while files.count(of: "/t.vtt") == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a reset in the middle stops a load, and the next one works`() async throws {
        let film = try ServedFilm()
        let silent = try ServedFiles(["/t.vtt": LoopbackAnswer(manner: .silent)])
        let track = ThumbnailTrack()
        let url = try silent.url("/t.vtt")
        let loading = Task { try await track.load(from: url) }
        while silent.count(of: "/t.vtt") == 0 { await Task.yield() }
        track.reset()
        await #expect(throws: CancellationError.self) { try await loading.value }
        #expect(track.count == 0)
        #expect(track.tile(at: .zero) == nil)
        try await track.load(from: film.url)
        #expect(track.count == 12)
    }

    @Test func `a reset cancels downloads and frees all memory`() async throws {
        let film = try ServedFilm(sheets: [1: [LoopbackAnswer(manner: .silent)]])
        let track = try await ThumbnailTrack.load(from: film.url)
        let held = try #require(track.tile(numbered: 0))
        let awaited = try #require(track.tile(numbered: 4))
        _ = try await track.picture(for: held)
        let waiting = Task { try await track.picture(for: awaited) }
        while film.count(ofSheet: 1) == 0 { await Task.yield() }
        track.reset()
        #expect(track.heldByteCount == 0)
        #expect(track.report == nil)
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(await failure { _ = try await track.picture(for: held) }?.code == .notLoaded)
        try await track.load(from: film.url)
        let again = try #require(track.tile(numbered: 0))
        #expect(try await track.jpeg(for: again) == DrawnSheet.picture(seed: 0))
    }

    @Test func `a released track stops its downloads`() async throws {
        let film = try ServedFilm(sheets: [0: [LoopbackAnswer(manner: .silent)]])
        weak var gone: ThumbnailTrack?
        do {
            let track = try await ThumbnailTrack.load(from: film.url)
            gone = track
            let tile = try #require(track.tile(numbered: 0))
            let waiting = Task { try await track.picture(for: tile) }
            while film.count(ofSheet: 0) == 0 { await Task.yield() }
            waiting.cancel()
            _ = try? await waiting.value
        }
        while gone != nil { await Task.yield() }
        #expect(gone == nil)
    }

    @Test func `requests while tracks come and go never mix them up`() async throws {
        let film = try ServedFilm()
        let track = try await ThumbnailTrack.load(from: film.url)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<3 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<100 {
                        guard let tile = track.tile(numbered: .random(in: 0..<12, using: &random)) else {
                            await Task.yield()
                            continue
                        }
                        do {
                            let jpeg = try await track.jpeg(for: tile)
                            #expect(jpeg == DrawnSheet.picture(seed: tile.index))
                        } catch let error as ScrubPreviewError {
                            #expect(error.code == .notLoaded)
                        } catch {
                            #expect(error is CancellationError)
                        }
                    }
                }
            }
            group.addTask {
                for _ in 0..<20 {
                    track.reset()
                    _ = try? await track.load(from: film.url)
                }
            }
        }
    }
}
