import FilmFixtures
import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import MosaicLibrary
@testable import MosaicServer

// The program that reads films is that of the process, so the tests take turns.
@Suite(.serialized, .enabled(if: FramesTool.isReady, Comment(rawValue: FramesTool.missing)))
struct PosterRoutesTests {
    private let folder = TemporaryFolder()
    private let library: StoryboardLibrary
    private let id = StoryboardID(naming: "film")

    /// A storyboard of 20 s with tiles at 2 s and 10 s, whose job's source is a film of numbered pictures.
    init() async throws {
        library = try StoryboardLibrary.embedded(at: folder.makeFolder("library"))
        try folder.makeFolder("shots")
        for (number, seconds) in [(1, 2), (2, 10)] {
            try folder.write(DrawnScreenshot(number: number).encoded, to: "shots/ch\(number)_\(seconds)s.jpg")
        }
        let listing = try ScreenshotFolder(path: folder.path("shots")).chapters()
        try await library.compose(
            CompositionRequest(id: id, listing: listing, duration: Timestamp(milliseconds: 20_000)))
        try put(.closed)
        _ = try await library.catalog.submit(
            JobRequest(id: id, source: ScreenshotSource(folder: folder.path("film.mp4"))))
        // Notes its number, and how many of those before it run still.
        let script = """
            #!/bin/sh
            running=1
            while read -r other rest; do
                kill -0 "$other" && running=$((running + 1))
            done <'\(folder.path("log"))'
            echo "$$ $running" >>'\(folder.path("log"))'
            exec '\(FramesTool.path ?? "")' "$@"

            """
        try folder.write([], to: "log")
        let path = try folder.writeProgram(script, to: "frames")
        FilmProgram.find { FilmProgram(path: path) }
    }

    private func put(_ film: Film) throws {
        let path = folder.path("film.mp4")
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: film.path(), toPath: path)
    }

    /// Number of running programs at each start of one.
    private var running: [Int] {
        let text = (try? folder.read("log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    }

    private var starts: Int { running.count }

    private func ask<Value: Sendable>(
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await buildApplication(library: library, settings: ServerSettings(), logger: .silent).test(.router, test)
    }

    private static func number(
        _ response: TestResponse, _ direction: NumberedPictures.Direction = .right
    ) throws -> Int? {
        let pixels = try #require(SheetPixels(jpeg: response.bytes))
        let size = pixels.size
        let green = (0..<size.pixelCount).map { pixels.rgb[3 * $0 + 1] }
        return NumberedPictures.number(in: green[...], width: size.width, height: size.height, direction: direction)
    }

    @Test(arguments: [
        ("", 50, 320), ("?t=3.4", 85, 320), ("?t=00:00:03.439&width=160", 85, 160), ("?width=1920&t=0", 0, 320),
        ("?t=&width=", 50, 320),
    ])
    func `a poster is the frame of its time and width`(query: String, number: Int, width: Int) async throws {
        try await ask { client in
            let response = try await client.get("/storyboards/film/poster.jpg" + query)
            #expect(response.status == .ok && response.headers[.contentType] == "image/jpeg")
            #expect(response.headers[.cacheControl] == "no-cache")
            #expect(try ImageHeader(parsing: response.bytes).size == PixelSize(width: width, height: width * 9 / 16))
            #expect(try Self.number(response) == number)
        }
    }

    @Test func `a poster has a tag for conditions, and HEAD its fields`() async throws {
        try await ask { client in
            let uri = "/storyboards/film/poster.jpg?t=5"
            let whole = try await client.get(uri)
            let tag = try #require(whole.headers[.eTag])
            let same = try await client.get(uri, [.ifNoneMatch: tag])
            #expect(same.status == .notModified && same.bytes.isEmpty)
            let head = try await client.execute(uri: uri, method: .head) { $0 }
            #expect(head.status == .ok && head.bytes.isEmpty && head.headers[.eTag] == tag)
            #expect(head.headers[.contentLength] == "\(whole.bytes.count)")
            let part = try await client.get(uri, [.range: "bytes=0-1"])
            #expect(part.status == .partialContent && part.bytes == [0xFF, 0xD8])
            let other = try await client.get("/storyboards/film/poster.jpg?t=6")
            #expect(other.headers[.eTag] != tag)
        }
    }

    @Test(arguments: ["t=x", "t=-1", "t=1&t=2", "width=15", "width=1921", "width=x", "width=9.5", "width=16&width=17"])
    func `a value that cannot be read is refused by name`(query: String) async throws {
        try await ask { client in
            let response = try await client.get("/storyboards/film/poster.jpg?" + query)
            #expect(response.status == .badRequest && response.errorCode == "invalid_request")
            #expect(response.text.contains(query.prefix { $0 != "=" } + " "))
        }
        #expect(starts == 0)
    }

    @Test func `without a film the poster is the tile of its time`() async throws {
        let listing = try ScreenshotFolder(path: folder.path("shots")).chapters()
        try await library.compose(CompositionRequest(id: StoryboardID(naming: "other"), listing: listing))
        try await ask { client in
            for time in ["0", "9.9", "15"] {
                let tile = try await client.get("/storyboards/other/tile.jpg?t=\(time)")
                let poster = try await client.get("/storyboards/other/poster.jpg?t=\(time)&width=16")
                #expect(poster.status == .ok && poster.bytes == tile.bytes)
                #expect(poster.headers[.eTag] == tile.headers[.eTag])
            }
            #expect(try await client.get("/storyboards/none/poster.jpg").status == .notFound)
        }
        #expect(starts == 0)
    }

    @Test func `a changed film gives new frames, and a missing one the tile`() async throws {
        try await ask { client in
            let uri = "/storyboards/film/poster.jpg?t=3"
            #expect(try Self.number(await client.get(uri)) == 75)
            try put(.turned(by: 90))
            let turned = try await client.get(uri)
            #expect(try ImageHeader(parsing: turned.bytes).size == PixelSize(width: 180, height: 320))
            #expect(try Self.number(turned, .down) == 75)
            let tile = try await client.get("/storyboards/film/tile.jpg?t=3").bytes
            try put(.zeros)
            #expect(try await client.get(uri).bytes == tile)
            try folder.remove("film.mp4")
            #expect(try await client.get(uri).bytes == tile)
            // A time past the film's end has no frame.
            try put(.closed)
            let late = try await client.get("/storyboards/film/poster.jpg?t=500")
            #expect(try await late.bytes == client.get("/storyboards/film/tile.jpg?t=500").bytes)
        }
    }

    @Test func `a frame is made once for all requests, and then cached`() async throws {
        try await ask { client in
            let pictures = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<8 {
                    group.addTask { try await client.get("/storyboards/film/poster.jpg?t=7").bytes }
                }
                return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            #expect(pictures.count == 1)
            #expect(starts == 1)
            _ = try await client.get("/storyboards/film/poster.jpg?t=00:00:07.000&width=640")
            #expect(starts == 1)
            _ = try await client.get("/storyboards/film/poster.jpg?t=7&width=100")
            #expect(starts == 2)
        }
    }

    @Test func `no more films are read at a time than allowed`() async throws {
        let frames = FilmFrames(of: StoredScreenshots(of: library, uploads: nil, roots: .none), concurrency: 2)
        let film = try #require(try await frames.film(of: id))
        let count = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for second in 0..<9 {
                group.addTask {
                    try await frames.jpeg(of: film, at: Timestamp(milliseconds: Int64(second) * 1_000), width: 64)
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
        }
        #expect(count == 9 && starts == 9)
        #expect(running.allSatisfy { $0 <= 2 }, "\(running)")
    }

    @Test func `a link in the film's place is followed within a root alone`() async throws {
        try folder.makeFolder("root")
        try FileManager.default.moveItem(atPath: folder.path("film.mp4"), toPath: folder.path("root/real.mp4"))
        let link = folder.path("root/film.mp4")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("root/real.mp4"))
        let linked = StoryboardID(naming: "linked")
        _ = try await library.catalog.submit(JobRequest(id: linked, source: ScreenshotSource(folder: link)))
        let roots = try SourceRoots([folder.path("root")])
        for (roots, isFollowed) in [(SourceRoots.none, false), (roots, true)] {
            let frames = FilmFrames(of: StoredScreenshots(of: library, uploads: nil, roots: roots))
            #expect(try await (frames.film(of: linked) != nil) == isFollowed)
        }
    }
}
