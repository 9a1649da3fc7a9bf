import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing
import WebVTT

@testable import MosaicServer

struct DocumentRoutesTests {
    @Test func `a thinned track names the same sheets with fewer cues`() async throws {
        let served = try await ServedLibrary()
        let whole = try await served.storyboard().cueTrack()
        try await served.ask { client in
            for most in [1, 2, 4, 5, 9] {
                try await client.execute(uri: "/storyboards/film/thumbnails.vtt?max=\(most)", method: .get) {
                    let track = try CueTrack(parsing: $0.bytes)
                    #expect(track == whole.thinned(to: most))
                    #expect(track.cues.count == min(most, 5))
                }
            }
            for wrong in ["max=0", "max=-1", "max=x", "max=+", "max=1&max=2", "max=%zz", "max=99999999999999999999"] {
                try await client.execute(uri: "/storyboards/film/thumbnails.vtt?\(wrong)", method: .get) {
                    #expect($0.status == .badRequest, "\(wrong)")
                }
            }
        }
    }

    @Test func `a thinned track has a different entity tag`() async throws {
        try await ServedLibrary().ask { client in
            let whole = try await client.execute(uri: "/storyboards/film/thumbnails.vtt", method: .get)
            let thin = try await client.execute(uri: "/storyboards/film/thumbnails.vtt?max=2", method: .get)
            let tag = try #require(thin.headers[.eTag])
            #expect(tag != whole.headers[.eTag])
            try await client.execute(
                uri: "/storyboards/film/thumbnails.vtt?max=2", method: .get, headers: [.ifNoneMatch: tag]
            ) { #expect($0.status == .notModified) }
        }
    }

    @Test func `a public URL replaces the base URL of the record`() async throws {
        let served = try await ServedLibrary()
        try await served.publish(baseURL: "https://cdn.example/film/")
        let sheet = try #require(try await served.storyboard().sheets.first).name
        for (publicURL, base) in [
            (nil, "https://cdn.example/film/"), ("https://me.example", "https://me.example/storyboards/film/"),
        ] {
            try await served.ask {
                $0.publicURL = publicURL
            } _: { client async throws in
                let track = try CueTrack(parsing: try await client.get("/storyboards/film/thumbnails.vtt").bytes)
                let url = try #require(track.cues.first.flatMap { CuePayload(parsing: $0.text) }).url
                #expect(url == "\(base)\(sheet)")
                let facts = try #require(try await client.get("/storyboards/film/tile?t=5").json)
                #expect(facts["sheet"] as? String == url)
            }
        }
    }

    @Test(arguments: [
        "..", ".", "%2e%2e", "%2E%2e%2f", ".mosaic-catalog.sqlite", "film%00", "film%2f", "film%5c", "f%C3%BC",
        "%", "film.", "FILM", "~", String(repeating: "a", count: 200),
    ])
    func `no id leads anywhere else`(id: String) async throws {
        let served = try await ServedLibrary()
        try served.folder.write(Array("{}".utf8), to: "mosaic.json")
        try served.folder.write(Array("{}".utf8), to: "library/mosaic.json")
        try await served.ask { client in
            for name in ["mosaic.json", "thumbnails.vtt", "tile?t=0", "tile.jpg?t=0", "preview"] {
                try await client.execute(uri: "/storyboards/\(id)/\(name)", method: .get) {
                    #expect($0.status == .notFound, "\(id)/\(name)")
                    #expect($0.headers[.contentType] == "application/json")
                }
            }
        }
    }

    @Test(arguments: [
        "sheet-0.jpg", "sheet-0.00000000000000000000000000000000.jpg", "..%2fmosaic.json", "%2e%2e%2fmosaic.json",
        "../film/mosaic.json", "..", ".mosaic-retired.json", "mosaic.json%00", "mosaic%2ejson%20", "Mosaic.json",
        "thumbnails.vtt/", "preview/", "./mosaic.json", "sheet-0.%2e%2e.jpg",
        "sheet--1.00000000000000000000000000000000.jpg",
    ])
    func `no name leads anywhere else`(name: String) async throws {
        try await ServedLibrary().ask { client in
            try await client.execute(uri: "/storyboards/film/\(name)", method: .get) { response in
                // A name may begin with a dot and a slash; everything else is nothing that is served.
                #expect(response.status == (name == "./mosaic.json" ? response.status : .notFound))
                #expect(response.status != .internalServerError)
            }
        }
    }

    @Test func `an id may be written with escapes that it does not need`() async throws {
        try await ServedLibrary().ask { client in
            try await client.execute(uri: "/storyboards/%66ilm/mosaic.json", method: .get) {
                #expect($0.status == .ok)
            }
        }
    }

    @Test func `a link in the library's folder is not followed`() async throws {
        let served = try await ServedLibrary()
        try served.folder.makeFolder("elsewhere")
        try served.folder.write(Array("secret".utf8), to: "elsewhere/thumbnails.vtt")
        try FileManager.default.createSymbolicLink(
            atPath: served.folder.path("library/link"), withDestinationPath: served.folder.path("elsewhere"))
        try await served.ask { client in
            try await client.execute(uri: "/storyboards/link/thumbnails.vtt", method: .get) {
                #expect($0.status == .conflict || $0.status == .notFound)
                #expect(!$0.text.contains("secret"))
            }
        }
    }

    @Test func `a record that cannot be read is the server's fault, and its text stays here`() async throws {
        let served = try await ServedLibrary()
        try served.folder.write(Array("{ nonsense".utf8), to: "library/film/mosaic.json")
        try await served.ask { client in
            try await client.execute(uri: "/storyboards/film/tile?t=5", method: .get) {
                #expect($0.status == .internalServerError)
                #expect(!$0.text.contains("nonsense"))
                #expect(!$0.text.contains(served.folder.path))
            }
        }
    }
}
