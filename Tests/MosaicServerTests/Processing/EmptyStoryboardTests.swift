import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing
import TiledJPEG

@testable import MosaicLibrary
@testable import MosaicServer

/// Storyboards whose screenshots are removed one by one.
struct EmptyStoryboardTests {
    private let film = StoryboardID(naming: "film")
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    private func upload(_ name: String, _ number: Int, _ client: any TestClientProtocol) async throws {
        #expect([.created, .ok].contains(try await client.upload(name, ServedWork.picture(number)).status))
    }

    private func tiles(_ count: Int) async throws -> Bool {
        try await work.comes { try await work.library.storyboard(film)?.tiles.count ?? 0 == count }
    }

    private func delete(_ name: String, _ client: any TestClientProtocol, query: String = "") async throws
        -> TestResponse
    {
        try await client.execute(uri: "/storyboards/film/screenshots/\(name)\(query)", method: .delete) { $0 }
    }

    @Test
    func `removing the last screenshot empties the storyboard; the next upload restarts it`() async throws {
        try await work.ask { client async throws in
            _ = try await client.submit("film", #"{"settle_s": 1}"#)
            try await upload("ch1_4s.jpg", 1, client)
            #expect(try await tiles(1))
            let geometry = try await work.library.storyboard(film)?.geometry
            let lookup = try await client.get("/storyboards/film/tile?t=4").json
            let sheet = try #require(lookup?["sheet"] as? String)
            #expect(try await delete("ch1_4s.jpg", client).status == .noContent)
            #expect(try await tiles(0))
            #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .notFound)
            #expect(try await client.get("/storyboards").json?["total"] as? Int == 0)
            #expect(try await client.get(sheet).status == .ok, "players that loaded the track still ask for it")
            let hasEnded = try await work.comes {
                try await work.library.catalog.job(of: film)?.state == .completed
            }
            #expect(hasEnded)
            #expect(try await work.library.catalog.job(of: film)?.completedChapters == 0)
            let status = try await client.get("/geo/data/screenshot-status/film")
            #expect(String(decoding: status.bytes, as: UTF8.self).contains("COMPLETED"))
            let square = DrawnScreenshot(number: 2, size: PixelSize(width: 64, height: 64)).encoded
            #expect(try await client.upload("ch2_9s.jpg", square).status == .created)
            #expect(try await tiles(1))
            #expect(try await work.library.storyboard(film)?.geometry == geometry, "it was recorded")
            #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .ok)
        }
        #expect(FolderWitness.firstFault(in: work.folder.path("library/film")) == nil)
    }

    @Test func `sheets with a deleted screenshot expire after the retention period alone`() async throws {
        try await work.ask { client async throws in
            for number in 1...4 {
                try await upload("ch\(number)_\(number)s.jpg", number, client)
                #expect(try await tiles(number))
            }
            #expect(try await delete("ch2_2s.jpg", client).status == .noContent)
            #expect(try await tiles(3))
        }
        let sheets = try work.folder.names(in: "library/film").filter { $0.hasPrefix("sheet-") }
        #expect(sheets.count > 1)
        try await work.library.collect(keepingOld: 3_600, now: Date(timeIntervalSinceNow: 10_000))
        let current = try await work.library.storyboard(film)?.sheets.map(\.name.rawValue)
        #expect(try work.folder.names(in: "library/film").filter { $0.hasPrefix("sheet-") } == current)
    }

    @Test
    func `now deletes all that shows a screenshot, and the answer names what caches must forget`() async throws {
        try await work.ask { client async throws in
            for number in 1...2 {
                try await upload("ch\(number)_\(number)s.jpg", number, client)
                #expect(try await tiles(number))
            }
            let old = try work.folder.names(in: "library/film").filter { $0.hasPrefix("sheet-") }
            #expect(try await client.get("/storyboards/film/\(old[0])").status == .ok)
            #expect(try await delete("ch2_2s.jpg", client, query: "?now=maybe").status == .badRequest)
            let answer = try await delete("ch2_2s.jpg", client, query: "?now=true")
            #expect(answer.status == .ok)
            let urls = try #require(answer.json?["urls"] as? [String])
            let screenshot = "chapter-screenshots/film/ch2_2s.jpg"
            #expect(urls.contains("/\(screenshot)") && urls.contains("/storyboards/film/screenshots/ch2_2s.jpg"))
            #expect(try await client.get("/\(screenshot)").status == .notFound)
            let current = try #require(try await work.library.storyboard(film))
            #expect(current.tiles.map(\.source.name) == ["ch1_1s.jpg"])
            let left = current.sheets.map(\.name.rawValue)
            #expect(try work.folder.names(in: "library/film").filter { $0.hasPrefix("sheet-") } == left)
            for sheet in old where !left.contains(sheet) {
                #expect(urls.contains("/storyboards/film/\(sheet)"))
                #expect(try await client.get("/storyboards/film/\(sheet)").status == .notFound)
            }
            #expect(try await delete("ch2_2s.jpg", client, query: "?now=true").status == .notFound)
        }
    }

    @Test func `now removes a storyboard at once; without it, its screenshots can be restored`() async throws {
        try await work.ask { client async throws in
            try await upload("ch1_1s.jpg", 1, client)
            #expect(try await tiles(1))
            let sheet = try #require(try await work.library.storyboard(film)?.sheets.first?.name.rawValue)
            func send(_ method: HTTPRequest.Method, _ path: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/storyboards/film\(path)", method: method, headers: [.contentType: "application/json"]
                ) { $0 }
            }
            #expect(try await send(.post, "/restore").status == .conflict)
            #expect(try await send(.delete, "").status == .noContent)
            #expect(work.uploads().isEmpty)
            #expect(try await send(.post, "/restore").status == .noContent)
            #expect(work.uploads() == ["ch1_1s.jpg"])
            #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .ok)
            #expect(try await client.get("/storyboards").json?["total"] as? Int == 1)
            let purged = try await send(.delete, "?now=true")
            let urls = try #require(purged.json?["urls"] as? [String])
            #expect(purged.status == .ok && urls.contains("/storyboards/film/\(sheet)"))
            #expect(urls.contains("/chapter-screenshots/film/ch1_1s.jpg"))
            for path in ["/storyboards/film/\(sheet)", "/chapter-screenshots/film/ch1_1s.jpg"] {
                #expect(try await client.get(path).status == .notFound)
            }
            #expect(try await send(.post, "/restore").status == .notFound)
            #expect(try await send(.delete, "?now=true").status == .notFound)
        }
        #expect(!work.folder.holds("library/film"))
    }
}
