import Foundation
import ScrubFixtures
import Seeded
import Testing
import TiledJPEG
import WebVTT

@testable import ScrubPreview

@Suite struct ThumbnailTrackLoadingTests {
    private func load(
        _ text: String, _ options: ThumbnailTrack.Options = .forTests()
    ) async throws -> ThumbnailTrack {
        let files = try ServedFiles(["/t.vtt": LoopbackAnswer(text)])
        return try await ThumbnailTrack.load(from: files.url("/t.vtt"), options: options)
    }

    private func tiles(_ track: ThumbnailTrack) -> [PreviewTile] {
        (0..<track.count).compactMap { track.tile(numbered: $0) }
    }

    /// All that a player sees of the tiles.
    private func summary(_ track: ThumbnailTrack) -> [String] {
        tiles(track).map { "\($0.start) \($0.end) \($0.rect?.description ?? "") \($0.sheet.query ?? "")" }
    }

    @Test func `every dialect in use gives the same tiles`() async throws {
        let safe =
            "WEBVTT\n\n00:00:00.000 --> 00:00:05.000\ns.jpg?a=1&b=2#xywh=0,0,16,9\n\n"
            + "00:00:05.000 --> 00:00:10.000\ns.jpg?a=1&b=2#xywh=16,0,16,9\n"
        let expected = summary(try await load(safe))
        #expect(expected.count == 2)
        let dialects = [
            "\u{FEFF}" + safe.replacing("\n", with: "\r\n"),
            safe.replacing("WEBVTT\n", with: ""),
            safe.replacing("00:00:0", with: "00:0").replacing("\n\n", with: "\n\nid\n"),
            safe.replacing(".000", with: ",000"),
            safe.replacing("xywh=", with: "xywh=pixel:"),
            safe.replacing("xywh=", with: ""),
            safe.replacing("&b", with: "&amp;b"),
            safe.replacing("#", with: "#t=0,5&"),
            safe.replacing(".000\n", with: ".000 align:middle\n"),
        ]
        for dialect in dialects {
            #expect(summary(try await load(dialect)) == expected, "\(dialect)")
        }
    }

    @Test func `a lenient load reports each repair, a strict one repairs no cue`() async throws {
        let text = "WEBVTT\n\n00:00,000 --> 00:05,000\na.jpg\n\n00:05.000 --> 00:10.000\nb.jpg\n"
        let lenient = try await load(text)
        #expect(lenient.count == 2)
        #expect(lenient.report?.repairs.isEmpty == false)
        let strict = try await load(text, .forTests { $0.reading = .strict })
        #expect(strict.count == 1)
        #expect(strict.report?.repairs == [])
        let headless = await failure {
            _ = try await load(String(text.dropFirst(6)), .forTests { $0.reading = .strict })
        }
        #expect(headless?.code == .malformed)
    }

    @Test func `storyboard JSON is recognized by content`() async throws {
        let track = try await load(
            """
            {"url": "https://a.example/s.jpg", "tileWidth": 16, "tileHeight": 9,
             "tiles": [{"startTime": 0, "x": 0, "y": 0}, {"startTime": 5, "x": 16, "y": 0}]}
            """)
        #expect(track.report?.format == .storyboardJSON)
        #expect(tiles(track).map(\.sheet.absoluteString) == ["https://a.example/s.jpg", "https://a.example/s.jpg"])
        #expect(track.tile(at: .seconds(7))?.rect == PixelRect(x: 16, y: 0, width: 16, height: 9))
    }

    @Test func `addresses resolve against where the track came from in the end`() async throws {
        let cdn = try ServedFiles([
            "/v/7/t.vtt": LoopbackAnswer(writtenTrack(["s.jpg?sig=a%2Bb#xywh=0,0,1,1", "/r.jpg"]))
        ])
        let front = try ServedFiles(["/t.vtt": .redirect(to: cdn.server.address("/v/7/t.vtt?key=1"))])
        let track = try await ThumbnailTrack.load(from: front.url("/t.vtt"), options: .forTests())
        #expect(track.report?.finalURL == (try cdn.url("/v/7/t.vtt?key=1")))
        #expect(
            tiles(track).map(\.sheet.absoluteString)
                == [cdn.server.address("/v/7/s.jpg?sig=a%2Bb"), cdn.server.address("/r.jpg")])
    }

    @Test(arguments: [
        ("<!DOCTYPE html><p>Not found", "It is an HTML page, not a WebVTT file."),
        ("<?xml version='1.0'?><Error/>", "It is an XML file, not a WebVTT file."),
        ("", "It is an empty file, not a WebVTT file."), ("GIF89a", "It is a picture (gif), not a WebVTT file."),
    ])
    func `a file that is not a track is refused with a reason`(text: String, reason: String) async throws {
        let failure = await failure { _ = try await load(text) }
        #expect(failure?.code == .unrecognizedFormat)
        #expect(failure?.description == "t.vtt: \(reason)")
    }

    @Test func `local files in a remote track and unusable URLs are skipped and reported`() async throws {
        let track = try await load(
            writtenTrack(["a.jpg", "file:///etc/passwd", " ", "data:image/png;base64,AA", "http://[::1", "b.jpg"]))
        #expect(tiles(track).map(\.sheet.lastPathComponent) == ["a.jpg", "b.jpg"])
        #expect(track.report?.cueCount == 6)
        #expect(track.report?.thumbnailCount == 2)
        #expect(Set(track.report?.skipped.map(\.start.milliseconds) ?? []) == [1000, 2000, 3000, 4000])
    }

    @Test func `a local track is read with its sheets`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(writtenTrack(["a b.jpg"]).utf8).write(to: folder.appending(path: "t.vtt"))
        try Data(DrawnSheet.picture(seed: 3)).write(to: folder.appending(path: "a b.jpg"))
        let track = try await ThumbnailTrack.load(from: folder.appending(path: "t.vtt"))
        let tile = try #require(track.tile(at: .zero))
        #expect(try await track.jpeg(for: tile) == DrawnSheet.picture(seed: 3))
    }

    @Test func `no more thumbnails are kept than wanted, the first and the last among them`() async throws {
        let text = writtenTrack((0..<1000).map { "s.jpg#xywh=\($0),0,1,1" })
        let track = try await load(text)
        #expect(track.count == 150)
        #expect(track.report?.cueCount == 1000)
        #expect(track.tile(numbered: 0)?.rect?.x == 0)
        #expect(track.tile(numbered: 149)?.rect?.x == 999)
        // Contiguous as before: every second has a tile.
        #expect((0..<1000).allSatisfy { track.tile(at: .seconds(Double($0)), policy: .active) != nil })
        #expect(try await load(text, .forTests { $0.maximumThumbnails = nil }).count == 1000)
        #expect(try await load(text, .forTests { $0.maximumThumbnails = 0 }).count == 0)
    }

    @Test func `cues in any order become tiles in time order`() async throws {
        let text = "WEBVTT\n\n00:10.000 --> 00:20.000\nb.jpg\n\n00:00.000 --> 00:10.000\na.jpg\n"
        #expect(tiles(try await load(text)).map(\.sheet.lastPathComponent) == ["a.jpg", "b.jpg"])
    }

    @Test func `a track longer than allowed is refused as its bytes arrive`() async throws {
        let files = try ServedFiles(["/t.vtt": LoopbackAnswer("WEBVTT\n\n", manner: .endless)])
        let failure = await failure {
            _ = try await ThumbnailTrack.load(
                from: files.url("/t.vtt"), options: .forTests { $0.trackByteLimit = 100_000 })
        }
        #expect(failure?.code == .limitExceeded)
    }

    @Test func `no bytes make a load trap`() async throws {
        var random = SeededGenerator(seed: 5)
        let seed = Array(
            writtenTrack(["a.jpg#xywh=0,0,1,1", "http://x/y?z#xywh=percent:0,0,100,100", "é #1,2,3,4"]).utf8)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "t.vtt")
        for _ in 0..<400 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] =
                    [0, 0x0A, 0x23, 0x25, 0x3A, 0x5B, 0x80, 0xFF, .random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            try Data(bytes).write(to: file)
            let track = ThumbnailTrack()
            _ = try? await track.load(from: file)
            for number in 0..<track.count { #expect(track.tile(numbered: number) != nil) }
        }
    }
}
