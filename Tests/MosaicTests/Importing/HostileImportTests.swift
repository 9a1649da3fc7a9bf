import Foundation
import MosaicFixtures
import Raster
import Seeded
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Damaged and hostile files end in an error or in a whole storyboard, never in a trap, a hang or memory without bounds.
struct HostileImportTests {
    private let folder = TemporaryFolder()

    private func write(_ bytes: [UInt8], to path: String) throws {
        try folder.makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
        try folder.write(bytes, to: path)
    }

    private func importTiles(_ path: String, _ facts: ImportFacts = ImportFacts()) async throws {
        let tiles = try ImportedTiles(at: folder.path(path), facts)
        let opened = try StoryboardFolder(path: folder.path("imported"), for: StoryboardID(naming: "film"))
        var settings = CompositionSettings()
        settings.limits.pixels = 1_000_000
        _ = try await StoryboardImporter(settings: settings, encodesAll: false).publish(
            tiles, as: StoryboardID(naming: "film"), title: nil, into: opened, StoryboardComposer.Publication())
    }

    private func damaged(_ bytes: [UInt8], by random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: bytes[place] = .random(in: 0...255, using: &random)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
            case 4: bytes[place] = UInt8(ascii: "9")
            default: if Int.random(in: 0..<6, using: &random) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }

    @Test(arguments: ["vidstack", "hls", "hls-iframe", "bif", "dash", "jellyfin", "track"])
    func `a damaged file gives an error or a whole storyboard`(name: String) async throws {
        var random = SeededGenerator(seed: UInt64(name.utf8.count))
        var drawing = TiledStoryboard(times: (0..<7).map { 5_000 * $0 }, duration: 35_000)
        drawing.titles = [0: "One", 3: "Two"]
        let source = try await drawing.source()
        var files: [(path: String, bytes: [UInt8])] = []
        var document = Storyboard.trackName
        if let export = Export(named: name) {
            document = export.document
            for file in try await export.files(of: source) + Export.chapters.files(of: source) {
                files.append((file.path, try await file.bytes(from: source)))
            }
        } else {
            let sheets = try drawing.sheetBytes()
            let storyboard = try drawing.storyboard(of: sheets)
            files = zip(storyboard.sheets, sheets).map { ($0.name.rawValue, $1) }
            files.append((Storyboard.trackName, storyboard.trackDocument()))
        }
        if name == "vidstack" || name == "track" || name == "hls" {
            for (sheet, bytes) in zip(source.storyboards.main.sheets, try drawing.sheetBytes())
            where !files.contains(where: { $0.path == sheet.name.rawValue }) {
                files.append((sheet.name.rawValue, bytes))
            }
        }
        var (whole, refused) = (0, 0)
        for round in Tier.rounds(40, quick: 8) {
            try? folder.remove("export")
            let victim = Int.random(in: files.indices, using: &random)
            for (number, file) in files.enumerated() {
                try write(
                    number == victim && round > 0 ? damaged(file.bytes, by: &random) : file.bytes,
                    to: "export/" + file.path)
            }
            try? folder.remove("imported")
            do {
                try await importTiles("export/" + document)
                #expect(FolderWitness.firstFault(in: folder.path("imported")) == nil, "round \(round)")
                whole += 1
            } catch {
                #expect(error is MosaicError, "round \(round): \(error)")
                #expect(round > 0, "\(error)")
                #expect(!folder.holds("imported"))
                refused += 1
            }
        }
        // Few damages need not be severe.
        #expect(
            whole > 0 && (refused > 0 || !Tier.isThorough),
            "the damages say nothing: \(whole) whole, \(refused) refused")
    }

    private static let manifest = """
        <MPD type="static" mediaPresentationDuration="PT10S"><Period><AdaptationSet contentType="image" \
        mimeType="image/jpeg"><SegmentTemplate media="s.jpg?$Number$" duration="4" timescale="1" startNumber="1"/>\
        <Representation id="t" bandwidth="1" width="100" height="60"><EssentialProperty \
        schemeIdUri="http://dashif.org/guidelines/thumbnail_tile" value="2x2"/></Representation></AdaptationSet>\
        </Period></MPD>
        """

    @Test(
        arguments: [
            ("PT10S", "PT9000000000S", MosaicError.Code.limitExceeded), ("2x2", "1000x1000", .malformed),
            ("2x2", "99999999999999999999x2", .unsupported), ("duration=\"4\"", "duration=\"0\"", .unsupported),
            ("startNumber=\"1\"", "startNumber=\"9223372036854775807\"", .unsupported),
            ("timescale=\"1\"", "timescale=\"9223372036854775807\"", .limitExceeded),
            ("width=\"100\"", "width=\"9223372036854775807\"", .unsupported),
            ("s.jpg?", "../s.jpg?", .unsupported), ("<MPD", "<!DOCTYPE MPD><MPD", .unsupported),
        ])
    func `numbers of a manifest that lie are refused`(
        part: String, other: String, code: MosaicError.Code
    ) async throws {
        try write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "in/s.jpg")
        try write(Array(Self.manifest.utf8), to: "in/x.mpd")
        try await importTiles("in/x.mpd")
        try write(Array(Self.manifest.replacing(part, with: other).utf8), to: "in/x.mpd")
        let failure = await failure { try await importTiles("in/x.mpd") }
        #expect(failure != nil, "it was taken")
        if let failure { #expect([code, .malformed].contains(failure.code), "\(failure)") }
    }

    @Test(
        arguments: [
            "LAYOUT=1000x1000,RESOLUTION=1x1,DURATION=0.001", "LAYOUT=2x2,RESOLUTION=65535x65535,DURATION=1",
            "LAYOUT=2x2,RESOLUTION=50x30,DURATION=0", "LAYOUT=0x2,RESOLUTION=50x30,DURATION=1",
            "LAYOUT=2x99999999999999999999,RESOLUTION=50x30,DURATION=1", "LAYOUT=2x2,RESOLUTION=0x30,DURATION=1",
        ])
    func `layouts of a playlist that lie are refused`(layout: String) async throws {
        try write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "in/s.jpg")
        func place(_ layout: String) throws {
            let text = "#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-TILES:\(layout)\n#EXTINF:4,\ns.jpg\n#EXT-X-ENDLIST\n"
            try write(Array(text.utf8), to: "in/x.m3u8")
        }
        try place("LAYOUT=2x2,RESOLUTION=50x30,DURATION=1")
        try await importTiles("in/x.m3u8")
        try place(layout)
        #expect(await failure { try await importTiles("in/x.m3u8") }?.code == .malformed)
    }

    @Test func `playlists that name themselves or each other end`() async throws {
        let line = "#EXTM3U\n#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,RESOLUTION=5x5,CODECS=\"jpeg\",URI="
        try write(Array((line + "\"b.m3u8\"\n").utf8), to: "in/a.m3u8")
        try write(Array((line + "\"a.m3u8\"\n").utf8), to: "in/b.m3u8")
        #expect(await failure { try await importTiles("in/a.m3u8") }?.code == .unsupported)
    }

    @Test func `a sheet whose header states more pixels than are decoded gives no storyboard`() async throws {
        var sheet = ForeignSheet(numbers: [1, 2], columns: 2, rows: 1).encoded
        let frame = try #require(sheet.indices.first { sheet[$0...].starts(with: [0xFF, 0xC0]) })
        sheet.replaceSubrange(frame + 5..<frame + 9, with: [0x0F, 0xA0, 0x0F, 0xA0])
        try write(sheet, to: "in/s.jpg")
        var facts = ImportFacts()
        facts.grid = TileGrid(columns: 4, rows: 4)
        facts.interval = Timestamp(milliseconds: 1_000)
        let failure = await failure { try await importTiles("in/s.jpg", facts) }
        #expect(failure?.code == .damaged && !folder.holds("imported"))
    }

    @Test func `pipes and folders are refused without waiting`() async throws {
        try folder.makeFolder("in/thumbnails.vtt")
        #expect(mkfifo(folder.path("in/s.jpg"), 0o600) == 0 && mkfifo(folder.path("pipe.vtt"), 0o600) == 0)
        #expect(await failure { try await importTiles("pipe.vtt") }?.code == .unavailable)
        #expect(await failure { try await importTiles("in") }?.code == .notFound)
        try write(Array("WEBVTT\n\n00:00.000 --> 00:20.000\ns.jpg\n".utf8), to: "in/t.vtt")
        #expect(await failure { try await importTiles("in/t.vtt") }?.code == .unavailable)
    }

    @Test func `a track is not replaced by the storyboard that is made of it`() async throws {
        try write(ForeignSheet(numbers: [1, 2], columns: 2, rows: 1).encoded, to: "imported/s.jpg")
        let track = Array("WEBVTT\n\n00:00.000 --> 00:20.000\ns.jpg#xywh=0,0,50,30\n".utf8)
        try write(track, to: "imported/thumbnails.vtt")
        #expect(await failure { try await importTiles("imported/thumbnails.vtt") }?.code == .refused)
        #expect(try folder.read("imported/thumbnails.vtt") == track)
    }
}
