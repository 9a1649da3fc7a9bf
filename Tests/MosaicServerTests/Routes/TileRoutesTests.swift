import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import MosaicServer

struct TileRoutesTests {
    private struct Facts: Decodable {
        let sheet: String
        let x: Int
        let y: Int
        let w: Int
        let h: Int
        let start_ms: Int
        let end_ms: Int?
        let index: Int
        let policy: String
        let chapter: Int?
        let tile: String?
    }

    private static func facts(_ response: TestResponse) throws -> Facts {
        try JSONDecoder().decode(Facts.self, from: Data(response.bytes))
    }

    @Test(arguments: [
        ("t=0", 0), ("t=4", 0), ("t=396.999", 0), ("t=397", 1), ("t=00:06:37", 1), ("t=00:06:37.000", 1),
        ("t=1160.9994", 2), ("t=99999", 4), ("chapter=3", 2), ("t=400&policy=next", 2), ("policy=active&t=721", 2),
        ("t=%34", 0),
    ])
    func `a look-up tells which tile is shown, and where it lies`(query: String, index: Int) async throws {
        let served = try await ServedLibrary()
        let storyboard = try await served.storyboard()
        try await served.ask { client in
            try await client.execute(uri: "/storyboards/film/tile?\(query)", method: .get) { response in
                #expect(response.status == .ok)
                let facts = try Self.facts(response)
                let tile = storyboard.tiles[index]
                #expect(facts.index == index)
                #expect(facts.sheet == "/storyboards/film/\(storyboard.sheets[tile.sheet].name)")
                #expect(PixelRect(x: facts.x, y: facts.y, width: facts.w, height: facts.h) == tile.rect)
                #expect(Int64(facts.start_ms) == tile.start.milliseconds)
                #expect(facts.end_ms.map(Int64.init) == tile.end?.milliseconds)
                #expect(facts.chapter == index + 1)
            }
        }
    }

    @Test(arguments: [
        "", "t=", "t=x", "t=-1", "t=nan", "t=inf", "t=1&t=2", "t=1&chapter=1", "chapter=", "chapter=x", "policy=hold",
        "t=1&policy=best", "t=1e3", "t=%zz", "t=99999999999999999999999999", "chapter=99999999999999999999",
    ])
    func `a look-up that cannot be read is refused`(query: String) async throws {
        try await ServedLibrary().ask { client in
            for path in ["tile", "tile.jpg"] {
                try await client.execute(uri: "/storyboards/film/\(path)?\(query)", method: .get) {
                    #expect($0.status == .badRequest, "\(query)")
                    #expect($0.text.contains("invalid_request"))
                }
            }
        }
    }

    @Test(arguments: ["chapter=6", "chapter=0", "t=99999999&policy=active"])
    func `a look-up that hits nothing says so`(query: String) async throws {
        try await ServedLibrary().ask { client in
            try await client.execute(uri: "/storyboards/film/tile?\(query)", method: .get) {
                // The last tile of a film of unknown length stays to the end.
                let isOpen = query.contains("policy")
                #expect($0.status == .notFound || isOpen)
                #expect(isOpen || $0.text.contains("no_tile"))
            }
        }
    }

    @Test func `a tile's URL leads to its bytes, which the hash in it names`() async throws {
        let served = try await ServedLibrary()
        let storyboard = try await served.storyboard()
        try await served.ask { client in
            for (index, tile) in storyboard.tiles.enumerated() {
                let url = try await client.execute(uri: "/storyboards/film/tile?chapter=\(index + 1)", method: .get) {
                    try #require(try Self.facts($0).tile)
                }
                let sheet = try served.folder.read("library/film/\(storyboard.sheets[tile.sheet].name)")
                let expected = try RestartGrid(parsing: sheet).extract(tile.rect)
                #expect(try ImageHeader(parsing: expected).size == tile.rect.size)
                try await client.execute(uri: url, method: .get) { response in
                    #expect(response.bytes == expected)
                    #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
                }
                #expect(url.contains(".\(ContentHash(of: expected).hexadecimal(bytes: 16)).jpg"))
                try await client.execute(uri: "/storyboards/film/tile.jpg?chapter=\(index + 1)", method: .get) {
                    #expect($0.bytes == expected)
                    #expect($0.headers[.contentLocation] == url)
                    #expect($0.headers[.cacheControl] == "no-cache")
                    #expect($0.headers[.eTag] == "\"\(ContentHash(of: expected).hexadecimal(bytes: 16))\"")
                }
            }
        }
    }

    @Test func `a tile that has moved to another place is found under its old name`() async throws {
        let served = try await ServedLibrary()
        try await served.compose(chapters: [2, 4, 5])
        try await served.ask { client in
            let first = try await client.execute(uri: "/storyboards/film/tile?chapter=2", method: .get) {
                try #require(try Self.facts($0).tile)
            }
            let bytes = try await client.execute(uri: first, method: .get) { $0.body }
            try await served.compose(chapters: [1, 2, 3, 4, 5])
            try await Task.sleep(for: FileCache.freshness)
            try await client.execute(uri: "/storyboards/film/tile?chapter=2", method: .get) {
                let facts = try Self.facts($0)
                #expect(facts.index == 1)
            }
            try await client.execute(uri: first, method: .get) {
                #expect($0.status == .ok && $0.body == bytes)
            }
        }
    }

    @Test(arguments: [
        "0.00000000000000000000000000000000.jpg", "0.jpg", "-1.x.jpg",
        "99999999999.00000000000000000000000000000000.jpg",
        // The storyboard ends more than 64 tiles in front of these.
        "69.00000000000000000000000000000000.jpg", "76.00000000000000000000000000000000.jpg",
        "1000000.00000000000000000000000000000000.jpg",
        "0.00000000000000000000000000000000.png", "..%2fmosaic.json", "%2e%2e",
    ])
    func `a tile of no such name is not there`(name: String) async throws {
        try await ServedLibrary().ask { client in
            try await client.execute(uri: "/storyboards/film/tiles/\(name)", method: .get) {
                #expect($0.status == .notFound)
            }
        }
    }

    @Test func `a storyboard of PNG sheets is looked up, and names no tile that cannot be cut`() async throws {
        let served = try await ServedLibrary()
        try await served.compose(chapters: [1, 2], id: StoryboardID(naming: "lossless"), format: .png)
        try await served.ask { client in
            try await client.execute(uri: "/storyboards/lossless/tile?t=5", method: .get) {
                let facts = try Self.facts($0)
                #expect(facts.tile == nil && facts.sheet.hasSuffix(".png"))
            }
            try await client.execute(uri: "/storyboards/lossless/tile.jpg?t=5", method: .get) {
                #expect($0.status == .unprocessableContent)
                #expect($0.text.contains("PNG"))
            }
        }
    }
}
