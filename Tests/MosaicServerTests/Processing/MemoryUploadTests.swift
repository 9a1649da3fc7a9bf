import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Uploads of screenshots to a store that is not a folder.
struct MemoryUploadTests {
    private let film = StoryboardID(naming: "film")
    private let folder = TemporaryFolder()
    private let store = MemoryStore()
    private let library: StoryboardLibrary

    init() throws {
        let catalog = try StoryboardLibrary.embedded(at: folder.makeFolder("catalog")).catalog
        library = StoryboardLibrary(store: store, catalog: catalog)
    }

    private func ask(
        _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        var settings = ServerSettings()
        (settings.work.isEnabled, settings.work.jobs) = (true, 0)
        change(&settings)
        try await buildApplication(library: library, settings: settings, logger: .silent).test(.router, test)
    }

    /// The keys of the uploads, without those that are retired.
    private func uploads() -> [String] { store.keys.filter { $0.hasPrefix("film/screenshots/") } }

    /// Does what a worker elsewhere does: composes the uploads, and completes the job.
    private func complete() async throws {
        let job = try #require(try await library.catalog.lease(to: "elsewhere", for: 60, of: film))
        let listing = try await library.reader(of: job.request().source).list()
        try await library.compose(CompositionRequest(id: film, listing: listing), settings: CompositionSettings())
        let completed = try await library.catalog.update(job.number, attempt: job.attempt) { job, now in
            job.progress(completed: 2, total: 2, lastArrival: now, now: now)
            job.finish(.complete, now: now)
        }
        #expect(completed?.state == .completed)
    }

    @Test func `chapters are uploaded, listed, replaced, served, completed and removed without a file`() async throws {
        let pictures = (0...3).map { ServedWork.picture($0 + 1) }
        try await ask { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", pictures[0]).status == .created)
            #expect(try await client.upload("ch02_009s.jpg", pictures[1]).status == .created)
            #expect(uploads() == ["film/screenshots/ch1_4s.jpg", "film/screenshots/ch2_9s.jpg"])

            let listed = try await client.get("/geo/chapters/film/thumbnails").json?["thumbnails"] as? [String]
            let names = (listed ?? []).compactMap { $0.split(separator: "/").last }
            #expect(names == ["ch1_4s.jpg", "ch2_9s.jpg"])

            let path = "/chapter-screenshots/film/ch1_4s.jpg"
            let first = try await client.get(path)
            let tag = try #require(first.headers[.eTag])
            #expect(first.bytes == pictures[0] && first.headers[.contentType] == "image/jpeg")
            #expect(try await client.get(path, [.ifNoneMatch: tag]).status == .notModified)
            let part = try await client.get(path, [.range: "bytes=10-99", .ifRange: tag])
            #expect(part.status == .partialContent && part.bytes == Array(pictures[0][10...99]))

            // The same name, in the version that is named; then another time, which supersedes it.
            #expect(try await client.upload("ch1_4s.jpg", pictures[2], [.ifMatch: tag]).status == .ok)
            #expect(try await client.upload("ch1_4s.jpg", pictures[3], [.ifMatch: tag]).status == .preconditionFailed)
            #expect(try await client.upload("ch1_5s.jpg", pictures[3]).status == .ok)
            #expect(uploads() == ["film/screenshots/ch1_5s.jpg", "film/screenshots/ch2_9s.jpg"])
            #expect(try await client.get(path).bytes == pictures[2], "its URL holds for its time")

            try await complete()
            #expect(try await client.get("/geo/data/screenshot-status/film").json?["status"] as? String == "COMPLETED")
            #expect(try await client.get("/storyboards/film/tile?chapter=2").status == .ok)

            let second = "/storyboards/film/screenshots/ch2_9s.jpg"
            #expect(try await client.execute(uri: second, method: .delete) { $0 }.status == .noContent)
            #expect(try await client.get(second).status == .notFound)
            #expect(uploads() == ["film/screenshots/ch1_5s.jpg"])

            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .noContent)
            #expect(uploads().isEmpty)
            #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .notFound)
            #expect(try await client.get("/chapter-screenshots/film/ch1_5s.jpg").bytes == pictures[3])
            let purge = try await client.execute(uri: "/storyboards/film?now=true", method: .delete) { $0 }
            #expect(purge.status == .ok && purge.text.contains("ch1_5s.jpg"))
            #expect(try await client.get("/chapter-screenshots/film/ch1_5s.jpg").status == .notFound)
        }
        #expect(store.keys.isEmpty && store.stagedCount == 0)
        let files = try folder.names().filter { !$0.hasPrefix("c") }
        #expect(files.isEmpty, "\(files)")
    }

    @Test func `a refused upload leaves no object`() async throws {
        let picture = ServedWork.picture(1)
        try await ask {
            $0.work.uploadBytes = picture.count
        } _: { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", picture + [0]).status == .contentTooLarge)
            #expect(try await client.upload("ch1_4s.jpg", picture.dropLast()).status == .unprocessableContent)
            #expect(try await client.upload("ch1_4s.jpg", picture, [.ifMatch: "*"]).status == .preconditionFailed)
            #expect(store.keys.isEmpty && store.stagedCount == 0)
            #expect(try await client.upload("ch1_4s.jpg", picture).status == .created)
            #expect(try await client.upload("ch1_4s.jpg", picture, [.ifNoneMatch: "*"]).status == .preconditionFailed)
        }
        #expect(store.keys == ["film/screenshots/ch1_4s.jpg"] && store.stagedCount == 0)
    }

    @Test func `where screenshots are not kept they go when the storyboard is complete`() async throws {
        let picture = ServedWork.picture(1)
        try await ask {
            $0.work.keepsScreenshots = false
        } _: { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", picture).status == .created)
            try await complete()
            try await library.removeScreenshots(of: film)
            #expect(uploads().isEmpty)
            let refused = try await client.upload("ch2_9s.jpg", picture)
            #expect(refused.status == .conflict && refused.errorCode == "conflict")
        }
        #expect(store.stagedCount == 0)
    }
}
