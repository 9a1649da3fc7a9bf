import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing
import WebVTT

@testable import MosaicServer

/// A server whose published storyboards take a token, too.
struct TokenReadingTests {
    private static let authorization: HTTPFields = [.authorization: "Bearer secret"]

    private func ask(
        _ served: ServedLibrary, _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await served.ask(
            {
                $0.token = "secret"
                $0.reading = .token
            }, test)
    }

    @Test func `refuses every read of a storyboard without a token`() async throws {
        let served = try await ServedLibrary()
        let sheet = try #require(try await served.storyboard().sheets.first).name
        try await ask(served) { client in
            for path in [
                "mosaic.json", "thumbnails.vtt", "\(sheet)", "tile?t=0", "tile.jpg?t=0", "poster.jpg", "preview", "",
            ] {
                try await client.execute(uri: "/storyboards/film/\(path)", method: .get) {
                    #expect($0.status == .unauthorized, "\(path)")
                }
                let separator = path.contains("?") ? "&" : "?"
                try await client.execute(uri: "/storyboards/film/\(path)\(separator)token=wrong", method: .get) {
                    #expect($0.status == .unauthorized, "\(path)")
                }
                for (query, fields) in [("\(separator)token=secret", [:]), ("", Self.authorization)] {
                    try await client.execute(
                        uri: "/storyboards/film/\(path)\(query)", method: .get, headers: fields
                    ) { response in
                        #expect([.ok, .temporaryRedirect].contains(response.status), "\(path)")
                        #expect(response.headers[.cacheControl]?.hasPrefix("private") ?? (path == ""))
                        #expect(response.headers[.referrerPolicy] == (path == "" ? nil : "no-referrer"))
                    }
                }
            }
        }
    }

    @Test func `a track carries signatures that open its sheets and nothing else`() async throws {
        let served = try await ServedLibrary()
        try await served.compose(chapters: [1, 2], id: StoryboardID(naming: "other"))
        try await ask(served) { client in
            let track = try await client.execute(
                uri: "/storyboards/film/thumbnails.vtt?token=secret", method: .get
            ) { response in
                #expect(response.headers[.cacheControl] == "private, no-store")
                #expect(!response.text.contains("secret"))
                return try CueTrack(parsing: response.bytes)
            }
            let url = try #require(CuePayload(parsing: track.cues[0].text)).url
            try await client.execute(uri: "/storyboards/film/\(url)", method: .get) {
                #expect($0.status == .ok)
                #expect($0.headers[.cacheControl] == "private, max-age=31536000, immutable")
            }
            let query = try #require(url.split(separator: "?").last)
            for path in [
                "film/mosaic.json", "film/thumbnails.vtt", "film/tile?t=5", "film/tile.jpg?t=5", "film/poster.jpg",
                "film/preview", "film",
                "film/screenshots/ch1_4s.jpg", "other/mosaic.json", "other/\(url.split(separator: "?")[0])", "",
            ] {
                let separator = path.contains("?") ? "&" : "?"
                try await client.execute(uri: "/storyboards/\(path)\(separator)\(query)", method: .get) {
                    #expect($0.status == .unauthorized, "\(path)")
                }
            }
            try await client.execute(uri: "/storyboards/film/\(url.dropLast())x", method: .get) {
                #expect($0.status == .unauthorized && $0.text.contains("The link is not valid here, or has expired."))
            }
        }
    }

    @Test func `a storyboard's link opens its documents and their files, but no screenshots or list`() async throws {
        let served = try await ServedLibrary()
        let sheet = try #require(try await served.storyboard().sheets.first).name
        try await ask(served) { client async throws in
            let redirect = try await client.execute(uri: "/storyboards/film?token=secret", method: .get) { $0 }
            let query = try #require(redirect.headers[.location]?.split(separator: "?").last)
            for (path, isOpen) in [
                ("/storyboards/film/mosaic.json", true), ("/storyboards/film/thumbnails.vtt", true),
                ("/storyboards/film/preview", true), ("/storyboards/film/tile?t=5", true),
                ("/storyboards/film/tile.jpg?t=5", true), ("/storyboards/film/poster.jpg?t=5", true),
                ("/storyboards/film/\(sheet)", true),
                ("/storyboards/film/screenshots/ch1_4s.jpg", false), ("/chapter-screenshots/film/ch1_4s.jpg", false),
                ("/geo/chapters/film/thumbnails", false), ("/geo/data/screenshot-status/film", false),
            ] {
                let separator = path.contains("?") ? "&" : "?"
                try await client.execute(uri: "\(path)\(separator)\(query)", method: .get) {
                    #expect($0.status == (isOpen ? .ok : .unauthorized), "\(path)")
                }
            }
        }
    }

    @Test func `every link of a list opens without the token`() async throws {
        let served = try await ServedLibrary()
        try await ask(served) { client async throws in
            let list = try await client.execute(
                uri: "/storyboards", method: .get, headers: Self.authorization
            ) { $0 }
            let items = try #require(list.json?["storyboards"] as? [[String: Any]])
            let links = try #require(items.first?["links"] as? [String: String])
            #expect(links["track"]?.hasPrefix("/storyboards/film/thumbnails.vtt?exp=") == true)
            for (name, link) in links {
                try await client.execute(uri: link, method: .get) { #expect($0.status == .ok, "\(name)") }
            }
            let other = try #require(links["track"]?.replacing("/film/", with: "/other/"))
            try await client.execute(uri: other, method: .get) { #expect($0.status == .unauthorized) }
        }
    }

    @Test func `links issued to the holder of a link expire no later than it`() async throws {
        let key = Array("the key that links are signed with".utf8)
        let signer = try #require(LinkSigner(key: key))
        let soon = HTTPDate(secondsSince1970: HTTPDate.now.secondsSince1970 + 301)
        let link = signer.link(to: "film", expires: soon).query
        try await ServedLibrary().ask {
            ($0.token, $0.reading, $0.linkKey) = ("secret", .token, key)
        } _: { client async throws in
            for path in ["", "/thumbnails.vtt", "/thumbnails.vtt?max=2", "/preview", "/tile?t=5"] {
                let separator = path.contains("?") ? "&" : "?"
                try await client.execute(uri: "/storyboards/film\(path)\(separator)\(link)", method: .get) { answer in
                    let text = (answer.headers[.location] ?? "") + answer.text
                    let ends = Set(text.matches(of: /exp=([0-9]+)/).map { String($0.1) })
                    #expect(ends == ["\(soon.secondsSince1970)"], "\(path)")
                }
            }
        }
    }

    @Test func `a look-up names URLs that are signed, too`() async throws {
        try await ask(ServedLibrary()) { client async throws in
            let answer = try await client.execute(uri: "/storyboards/film/tile?t=5&token=secret", method: .get) { $0 }
            #expect(answer.text.contains(".jpg?exp=") && !answer.text.contains("secret"))
            for name in ["sheet", "tile"] {
                let url = try #require(answer.json?[name] as? String)
                #expect(try await client.execute(uri: url, method: .get) { $0.status } == .ok)
            }
        }
    }

    @Test func `no signature is shown to another host, also where the record names it`() async throws {
        let served = try await ServedLibrary()
        try await served.publish(baseURL: "https://cdn.example/film/")
        try await ask(served) { client in
            for query in ["", "?max=2"] {
                try await client.execute(
                    uri: "/storyboards/film/thumbnails.vtt\(query)", method: .get, headers: Self.authorization
                ) { response in
                    let track = try CueTrack(parsing: response.bytes)
                    let url = try #require(CuePayload(parsing: track.cues[0].text)).url
                    #expect(url.hasPrefix("sheet-0.") && url.contains(".jpg?exp="))
                    #expect(!response.text.contains("cdn.example"))
                }
            }
            try await client.execute(
                uri: "/storyboards/film/tile?t=5", method: .get, headers: Self.authorization
            ) { response in
                let sheet = try #require(response.json?["sheet"] as? String)
                #expect(sheet.hasPrefix("/storyboards/film/sheet-0.") && sheet.contains(".jpg?exp="))
                #expect(!response.text.contains("cdn.example"))
            }
        }
    }

    @Test(arguments: [nil, "https://cdn.example/film/"])
    func `a record names its sheets and has no URL to sign: what opens it opens them`(base: String?) async throws {
        let served = try await ServedLibrary()
        if let base { try await served.publish(baseURL: base) }
        let stored = try served.folder.read("library/film/mosaic.json")
        #expect(base.map { String(decoding: stored, as: UTF8.self).contains($0) } ?? true)
        try await ask(served) { client in
            let redirect = try await client.execute(uri: "/storyboards/film?token=secret", method: .get) { $0 }
            let location = try #require(redirect.headers[.location])
            #expect(!location.contains("secret"))
            for (uri, fields) in [(location, HTTPFields()), ("/storyboards/film/mosaic.json", Self.authorization)] {
                try await client.execute(uri: uri, method: .get, headers: fields) { response in
                    #expect(response.bytes == stored, "byte for byte as it was published")
                    #expect(response.headers[.cacheControl] == "private, no-store")
                }
            }
            let record = try Storyboard(parsing: stored)
            let query = try #require(location.split(separator: "?").last)
            for sheet in record.sheets {
                let path = "/storyboards/film/\(sheet.name)"
                #expect(try await client.execute(uri: "\(path)?\(query)", method: .get) { $0.status } == .ok)
                #expect(try await client.execute(uri: path, method: .get) { $0.status } == .unauthorized)
            }
        }
    }
}
