import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct RemovalTests {
    private let film = StoryboardID(naming: "film")
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    /// Uploads the first chapter of `film` and waits until it is published.
    private func make(_ client: any TestClientProtocol, drawing number: Int = 1) async throws {
        _ = try await client.submit("film", #"{"chapters": 1}"#)
        #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(number)).status == .created)
        let isPublished = try await work.comes {
            try await work.library.catalog.job(of: film)?.state == .completed
        }
        #expect(isPublished)
    }

    private func sheet(_ client: any TestClientProtocol) async throws -> String {
        let lookup = try await client.get("/storyboards/film/tile?t=4").json
        return try #require(lookup?["sheet"] as? String)
    }

    @Test func `a removed storyboard disappears at once, and its earlier file URLs still work`() async throws {
        try await work.ask { client async throws in
            try await make(client)
            let sheet = try await sheet(client)
            let screenshot = "/chapter-screenshots/film/ch1_4s.jpg"
            let before = [try await client.get(sheet).bytes, try await client.get(screenshot).bytes]
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .noContent)
            for path in [
                "/storyboards/film/thumbnails.vtt", "/storyboards/film/mosaic.json", "/storyboards/film/tile?t=4",
                "/storyboards/film/tile.jpg?t=4", "/storyboards/film/preview", "/jobs/1",
                "/geo/data/screenshot-status/film",
            ] {
                #expect(try await client.get(path).status == .notFound, "\(path)")
            }
            #expect(try await client.get("/storyboards").json?["total"] as? Int == 0)
            let chapters = try await client.get("/geo/chapters/film/thumbnails").json
            #expect((chapters?["thumbnails"] as? [Any])?.isEmpty == true)
            #expect([try await client.get(sheet).bytes, try await client.get(screenshot).bytes] == before)
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .notFound)
            #expect(try await client.get(sheet).status == .ok)
        }
    }

    @Test func `a later server removes for good what an earlier one has removed`() async throws {
        try await work.ask { client async throws in
            try await make(client)
            _ = try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }
        }
        // One whose time it is not yet.
        try await work.ask(works: false) { client async throws in
            #expect(try await client.get("/chapter-screenshots/film/ch1_4s.jpg").status == .ok)
        }
        #expect(work.folder.holds("library/film/.mosaic-retired.json"))
        try await work.ask(works: false) {
            $0.work.keepingOld = 0
        } _: { _ async throws in
            #expect(try await work.comes { !work.folder.holds("library/film") })
        }
    }

    @Test func `a storyboard created again uses new screenshots, and outlives the removed one`() async throws {
        try await work.ask { client async throws in
            try await make(client)
            let old = try await sheet(client)
            let removal = Date()
            _ = try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }
            try await make(client, drawing: 2)
            let new = try await sheet(client)
            #expect(old != new)
            let bytes = [try await client.get(old).bytes, try await client.get(new).bytes]
            let picture = try await client.get("/chapter-screenshots/film/ch1_4s.jpg").bytes
            #expect(picture == ServedWork.picture(2))
            try await collector().collect(now: removal.addingTimeInterval(3_599))
            #expect([try await client.get(old).bytes, try await client.get(new).bytes] == bytes)
            try await collector().collect(now: Date(timeIntervalSinceNow: 100_000))
            #expect(try await work.comes { try await client.get(old).status == .notFound })
            #expect(try await client.get(new).bytes == bytes[1])
            #expect(try await client.get("/chapter-screenshots/film/ch1_4s.jpg").bytes == picture)
        }
        #expect(!work.folder.holds("library/film/.mosaic-retired.json"))
        #expect(try await work.library.repair().faults.isEmpty)
    }

    @Test func `without retention a removal deletes everything except foreign files`() async throws {
        try await work.ask {
            $0.work.keepingOld = 0
        } _: { client async throws in
            try await make(client)
            try work.folder.write(Array("mine".utf8), to: "library/film/screenshots/notes.txt")
            let sheet = try await sheet(client)
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .noContent)
            for path in [sheet, "/chapter-screenshots/film/ch1_4s.jpg"] {
                #expect(try await client.get(path).status == .notFound, "\(path)")
            }
        }
        #expect(try work.folder.names(in: "library/film") == ["screenshots"])
        #expect(work.uploads() == ["notes.txt"])
    }

    @Test(arguments: [0, 86_400])
    func `a folder named like a screenshot does not disturb a removal`(keepingOld: Int) async throws {
        try await work.ask {
            $0.work.keepingOld = keepingOld
        } _: { client async throws in
            try await make(client)
            try work.folder.makeFolder("library/film/screenshots/ch2_9s.jpg")
            try work.folder.write([1], to: "library/film/screenshots/ch2_9s.jpg/notes.txt")
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .noContent)
            #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .notFound)
            #expect(work.uploads() == ["ch2_9s.jpg"])
            try await collector().collect(now: Date(timeIntervalSinceNow: 100_000))
        }
        #expect(try work.folder.names(in: "library/film") == ["screenshots"])
    }

    @Test func `removing a screenshot also removes the copy of the removed storyboard`() async throws {
        try await work.ask { client async throws in
            try await make(client)
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .noContent)
            try await make(client, drawing: 2)
            let (screenshot, url) = ("/chapter-screenshots/film/ch1_4s.jpg", "/storyboards/film/screenshots/ch1_4s.jpg")
            #expect(try await client.get(screenshot).bytes == ServedWork.picture(2))
            #expect(try await client.execute(uri: url, method: .delete) { $0 }.status == .noContent)
            #expect(try await client.get(screenshot).status == .notFound)
            #expect(try await client.execute(uri: url, method: .delete) { $0 }.status == .notFound)
        }
    }

    @Test func `removing an unknown storyboard creates no folder`() async throws {
        try await work.ask(works: false) { client async throws in
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .notFound)
        }
        #expect(!work.folder.holds("library/film"))
    }

    private func collector() -> RetentionCollector {
        RetentionCollector(library: work.library, keepingOld: 3_600)
    }
}
