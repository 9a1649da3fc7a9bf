import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct ListRoutesTests {
    @Test func `pages of all origins can read published files, but no list`() async throws {
        let served = try await ServedLibrary()
        let sheet = try #require(try await served.storyboard().sheets.first).name
        try await served.ask { client async throws in
            for (path, isForAll) in [
                ("/storyboards/film/mosaic.json", true), ("/storyboards/film/thumbnails.vtt", true),
                ("/storyboards/film/\(sheet)", true), ("/storyboards/film/tile?t=5", true),
                ("/storyboards/film/tile.jpg?t=5", true), ("/storyboards/film/poster.jpg", true),
                ("/storyboards/film/screenshots/ch1_4s.jpg", true),
                ("/chapter-screenshots/film/ch1_4s.jpg", true), ("/storyboards", false), ("/jobs", false),
                ("/jobs/1", false), ("/api/v1/downloads/queue", false), ("/metrics", false), ("/health", false),
                ("/geo/chapters/film/thumbnails", false), ("/geo/data/screenshot-status/film", false),
            ] {
                let fields: HTTPFields = [.origin: "https://a.example"]
                let answer = try await client.execute(uri: path, method: .get, headers: fields) { $0 }
                #expect(answer.headers[.accessControlAllowOrigin] == (isForAll ? "*" : nil), "\(path)")
                let preflight = try await client.execute(
                    uri: path, method: .options, headers: fields.asking(for: "GET")
                ) { $0 }
                #expect(preflight.headers[.accessControlAllowOrigin] == (isForAll ? "*" : nil), "\(path)")
            }
        }
    }

    @Test func `lists, jobs and metrics report tiles without a picture, with the first reasons`() async throws {
        let work = try ServedWork()
        let cut = Placeholders(count: 2, reasons: ["ch1_4s.jpg: It is cut."])
        for (name, placeholders) in [("bad", cut), ("whole", Placeholders(count: 0))] {
            let id = StoryboardID(naming: name)
            try await work.library.catalog.put(
                CatalogEntry(
                    id: id, title: nil, tiles: 3, duration: nil, bytes: 9, created: Date(), updated: Date(),
                    fingerprint: nil, placeholders: placeholders))
            _ = try await work.library.catalog.submit(
                JobRequest(id: id, source: ScreenshotSource(folder: work.folder.path("x"))))
        }
        try await work.ask(works: false) { client async throws in
            for (path, list, name) in [("/storyboards", "storyboards", "id"), ("/jobs", "jobs", "storyboard")] {
                let items = try #require(try await client.get(path).json?[list] as? [[String: Any]])
                let bad = try #require(items.first { $0[name] as? String == "bad" })
                #expect(bad["placeholders"] as? Int == 2)
                #expect(bad["placeholder_reasons"] as? [String] == ["ch1_4s.jpg: It is cut."])
                let whole = try #require(items.first { $0[name] as? String == "whole" })
                #expect(whole["placeholders"] as? Int == 0 && whole["placeholder_reasons"] == nil)
            }
            #expect(try await client.get("/jobs/1").json?["placeholders"] as? Int == 2)
            let lines = try await client.get("/metrics").text.split(separator: "\n")
            #expect(lines.contains("mosaic_placeholders 2.0"))
            #expect(lines.contains("mosaic_storyboards_with_placeholders 1.0"))
        }
    }

    @Test(arguments: [
        "limit=0", "limit=1001", "limit=x", "offset=-1", "sort=best", "sort=+", "limit=1&limit=2", "search=%ff",
        "serach=film",
    ])
    func `a list that cannot be read is refused`(query: String) async throws {
        try await ServedLibrary().ask { client in
            try await client.execute(uri: "/storyboards?\(query)", method: .get) { #expect($0.status == .badRequest) }
        }
    }

    @Test func `a mistyped parameter is named, with those that a list has`() async throws {
        try await ServedLibrary().ask { client in
            let answer = try await client.get("/storyboards?serach=film")
            #expect(
                answer.text.contains(
                    "serach is not a parameter here; the parameters are search, sort, limit, offset."))
            #expect(try await client.get("/jobs?limit=ten").text.contains("1 to 1000, not 'ten'."))
        }
    }

    @Test func `ignores empty form values, and lists the newest storyboard first`() async throws {
        let served = try await ServedLibrary()
        for name in ["b-side", "a-side"] { try await served.compose(chapters: [1, 2], id: StoryboardID(naming: name)) }
        try await served.ask { client async throws in
            let newestFirst = ["a-side", "b-side", "film"]
            for (sort, ids) in [("", newestFirst), ("oldest", newestFirst.reversed())] {
                let page = try await client.get("/storyboards?search=&sort=\(sort)&limit=&offset=").json
                let storyboards = page?["storyboards"] as? [[String: Any]]
                #expect(storyboards?.compactMap { $0["id"] as? String } == ids)
            }
            #expect(try await client.get("/jobs?state=&limit=&offset=").status == .ok)
            #expect(try await client.get("/storyboards/film/tile?t=5&chapter=&policy=").status == .ok)
        }
    }

    @Test func `with a token set, a list takes it, though everyone may read`() async throws {
        try await ServedLibrary().ask {
            $0.token = "secret"
        } _: { client in
            try await client.execute(uri: "/storyboards", method: .get) {
                #expect($0.status == .unauthorized)
                #expect($0.headers[.wwwAuthenticate] == #"Bearer realm="mosaic""#)
            }
            try await client.execute(uri: "/storyboards?token=secret", method: .get) {
                #expect($0.status == .unauthorized)
            }
            try await client.execute(uri: "/storyboards", method: .get, headers: [.authorization: "Bearer wrong"]) {
                #expect($0.status == .unauthorized)
            }
            try await client.execute(uri: "/storyboards", method: .get, headers: [.authorization: "Bearer secret"]) {
                #expect($0.status == .ok)
                #expect($0.headers[.cacheControl] == "private, no-store")
            }
        }
    }
}

extension HTTPFields {
    /// The fields of a preflight for this method.
    fileprivate func asking(for method: String) -> HTTPFields {
        var fields = self
        fields[.accessControlRequestMethod] = method
        return fields
    }
}
