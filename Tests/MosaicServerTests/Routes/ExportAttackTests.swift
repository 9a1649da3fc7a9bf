import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MosaicFixtures
import Testing
import Tiers

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// Clients that ask for exports as no player does.
struct ExportAttackTests {
    private static let whole = ["thumbnails.bif", "contact-sheet.svg"]

    private static func exports(_ served: ServedLibrary, _ cache: DocumentCache) throws -> StoryboardExports {
        StoryboardExports(cache: cache, readers: .anyone, urls: try URLBuilder(ServerSettings()))
    }

    @Test(.thorough) func `of 10 000 tiles every document is made, within the budgets of memory`() async throws {
        let served = try await ServedLibrary(tiles: 10_000, every: 2)
        let (budget, inFlight) = (32 << 20, 128 << 20)
        let cache = DocumentCache(library: served.library, budget: budget, inFlight: inFlight, readers: .anyone)
        let exports = try Self.exports(served, cache)
        for path in Export.all.map(\.document) + ["images.m3u8", "iframes.m3u8"] {
            do {
                let body = try await exports.body(of: StoryboardExports.Wanted(id: served.id, path: path))
                #expect(body.representation.count > 100, "\(path)")
                #expect(body.bytes.readableBytes <= budget / 16, "\(path)")
            } catch let error as MosaicError where error.code == .limitExceeded {
                // The page is a third longer than its tiles.
                #expect(Self.whole.contains(path), "\(path)")
            }
            #expect(cache.load.bytes <= budget + inFlight)
        }
        let track = try #require(try await cache.document(.track, of: served.id))
        #expect(track.status.bytes > 100_000)
    }

    @Test func `a cadence that repeats tiles makes no file beyond the limit`() async throws {
        try await ServedLibrary().ask {
            $0.inFlightBytes = 1 << 20
        } _: { client async throws in
            #expect(try await client.get("/storyboards/film/thumbnails.bif").status == .ok)
            for cadence in ["0.1", "0.5", "0.101"] {
                let answer = try await client.get("/storyboards/film/thumbnails.bif?cadence=\(cadence)")
                #expect(answer.status == .contentTooLarge, "\(cadence)")
            }
            #expect(try await client.get("/storyboards/film/thumbnails.bif?cadence=600").status == .ok)
        }
    }

    @Test(arguments: [
        "1e3", "%00", "NaN", "inf", "-0", "+5", "0x10", "99999999999999999999", "5,5", "5%20", "5;", "%FF", "١",
        "0.0994", "86400.001",
    ])
    func `every export with a cadence refuses a cadence out of range`(text: String) async throws {
        try await ServedLibrary().ask { client async throws in
            for export in Export.all where export.takesCadence {
                let answer = try await client.get("/storyboards/film/\(export.document)?cadence=\(text)")
                #expect(answer.status == .badRequest, "\(export.name)")
            }
        }
    }

    @Test(.thorough) func `a cadence of more steps than a request may make is refused`() async throws {
        let served = try await ServedLibrary(tiles: 10_000, every: 2)
        try await served.ask { client async throws in
            for document in ["thumbnails.mpd", "jellyfin.json", "thumbnails.bif"] {
                let answer = try await client.get("/storyboards/film/\(document)?cadence=0.5")
                #expect(answer.status == .badRequest, "\(document)")
            }
        }
    }

    @Test func `parts of long files are those of sheets: one, several, none, and with other fields`() async throws {
        let served = try await ServedLibrary()
        let sheet = try await served.storyboard().sheets[0].name.rawValue
        try await served.ask { client async throws in
            let text = try await client.get("/storyboards/film/iframes.m3u8").text
            let video = try #require(text.firstMatch(of: /iframes\.[0-9a-f]+\.mp4/)).0
            var answers: [[String]] = []
            for name in [sheet, "thumbnails.bif", String(video), "contact-sheet.svg"] {
                let path = "/storyboards/film/\(name)"
                let whole = try await client.get(path)
                let tag = try #require(whole.headers[.eTag])
                let count = whole.bytes.count
                var lines: [String] = []
                for fields: HTTPFields in [
                    [.range: "bytes=0-0"], [.range: "bytes=0-1,4-5"], [.range: "bytes=\(count)-"],
                    [.range: "bytes=\(count - 1)-\(count + 9)"], [.range: "bytes=-0"], [.range: "bytes=9-3"],
                    [.range: "lines=0-1"], [.range: "bytes=0-1", .ifRange: "\"other\""],
                    [.range: "bytes=0-1", .ifRange: tag], [.range: "bytes=0-1", .ifMatch: "\"other\""],
                    [.ifNoneMatch: "*"],
                    [.range: "bytes=0-18446744073709551616"],
                    [.range: "bytes=" + (0..<500).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")],
                ] {
                    let answer = try await client.get(path, fields)
                    let isWhole = answer.bytes == whole.bytes
                    lines.append("\(answer.status.code) \(isWhole ? "whole" : "\(answer.bytes.count)")")
                }
                // A range is a field of GET alone.
                let head = try await client.execute(uri: path, method: .head, headers: [.range: "bytes=0-1"]) { $0 }
                #expect(head.status == .ok && head.bytes.isEmpty, "\(path)")
                #expect(head.headers[.contentLength] == String(count), "\(path)")
                answers.append(lines)
            }
            // Problems name the size, so their lengths differ.
            let statuses = answers.map { lines in lines.map { $0.hasPrefix("4") ? String($0.prefix(3)) : $0 } }
            for other in statuses.dropFirst() { #expect(other == statuses[0]) }
        }
    }

    @Test func `a search for a picture that is not there makes no file with all tiles`() async throws {
        let served = try await ServedLibrary()
        let cache = DocumentCache(library: served.library, budget: 1 << 26, readers: .anyone)
        let exports = try Self.exports(served, cache)
        for path in ["other.jpg", "dash/00/0.jpg", "160/images/00/0.jpg", "trickplay/1 - 1x1/0.jpg"] {
            await #expect(throws: RequestError.self, "\(path)") {
                try await exports.body(of: StoryboardExports.Wanted(id: served.id, path: path))
            }
        }
        #expect(cache.exports.value("film/hls-iframe", of: try await records(cache, served)) == nil)
        #expect(cache.exports.value("film/dash", of: try await records(cache, served)) != nil)
    }

    private func records(_ cache: DocumentCache, _ served: ServedLibrary) async throws -> [CachedFile] {
        try #require(try await cache.storyboards(of: served.id)).records
    }

    @Test func `a client that reads none of a long file is cut, and another one gets the file`() async throws {
        let served = try await ServedLibrary(tiles: 400, every: 7)
        let path = "/storyboards/film/thumbnails.bif"
        try await LiveServer.run(served, { $0.idleTimeout = 1 }) { port in
            let connection = try RawClient(port: port)
            let request = RawHTTP2.frame(
                .headers, flags: RawHTTP2.endHeaders | RawHTTP2.endStream, stream: 1, RawHTTP2.fields("GET", path))
            #expect(await connection.send(RawHTTP2.preface + request))
            var received = 0
            while let frame = try await RawHTTP2.next(connection), frame.kind != RawHTTP2.Kind.reset.rawValue {
                if frame.kind == RawHTTP2.Kind.data.rawValue { received += frame.payload.count }
            }
            #expect(received == 65_535, "what the window lets through")
            let other = try RawClient(port: port)
            #expect(await other.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
            #expect(try await other.drain() > 200_000)
        }
    }
}
