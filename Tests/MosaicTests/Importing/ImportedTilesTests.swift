import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct ImportedTilesTests {
    let folder = TemporaryFolder()

    func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

    func read(_ name: String, _ facts: ImportFacts = ImportFacts()) throws -> ImportedTiles {
        try ImportedTiles(at: folder.path(name), facts)
    }

    func times(_ tiles: ImportedTiles) -> [Int64] { tiles.tiles.map(\.time.milliseconds) }

    func sheets(_ columns: Int = 6, _ rows: Int = 6) -> ImportFacts {
        var facts = ImportFacts()
        facts.grid = TileGrid(columns: columns, rows: rows)
        facts.interval = Timestamp(milliseconds: 5_000)
        return facts
    }

    // MARK: - WebVTT

    @Test func `a loose track is read with its times, rectangles and length`() throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "a sheet.jpg")
        try write(
            """
            1
            00:00,000 --> 00:10,5
            https://cdn.example/film/a%20sheet.jpg?v=1#x,y,w,h
            """.replacing("#x,y,w,h", with: "#0,0,50,30")
                + "\n\n2\n00:12.000 --> 00:20.000\na sheet.jpg#xywh=percent:50,50,50,50\n", to: "loose.vtt")
        let tiles = try read("loose.vtt")
        #expect(times(tiles) == [0, 12_000] && tiles.duration == Timestamp(milliseconds: 20_000))
        #expect(
            tiles.tiles.map(\.rect) == [
                PixelRect(x: 0, y: 0, width: 50, height: 30), PixelRect(x: 50, y: 30, width: 50, height: 30),
            ])
        #expect(tiles.pictures.map(\.name) == ["a sheet.jpg"], "one file, whatever its URLs are")
        #expect(tiles.remarks.count == 1 && tiles.remarks[0].contains("mosaic doctor"))
    }

    @Test func `an open end gives no duration, and cues are sorted`() throws {
        try folder.write(ForeignSheet(numbers: [1], columns: 1, rows: 1).encoded, to: "s.jpg")
        try write(
            "WEBVTT\n\n00:20.000 --> 99:59:59.999\ns.jpg#xywh=0,0,20,20\n\n00:00.000 --> 00:20.000\ns.jpg\n",
            to: "t.vtt")
        let tiles = try read("t.vtt")
        #expect(times(tiles) == [0, 20_000] && tiles.duration == nil)
        #expect(tiles.tiles.map(\.rect) == [nil, PixelRect(x: 0, y: 0, width: 20, height: 20)])
    }

    @Test(arguments: ["../secret.jpg", "%2E%2e/secret.jpg", "in/../../secret.jpg", "link.jpg", "folder/secret.jpg"])
    func `a file outside of the document's folder is refused, also through links`(name: String) throws {
        try folder.makeFolder("in")
        try folder.write(ForeignSheet(numbers: [1], columns: 1, rows: 1).encoded, to: "secret.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("in/link.jpg"), withDestinationPath: folder.path("secret.jpg"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("in/folder"), withDestinationPath: folder.path)
        try write("WEBVTT\n\n00:00.000 --> 00:20.000\n\(name)\n", to: "in/t.vtt")
        let failure = failure { try read("in/t.vtt") }
        #expect(failure?.code == .unsupported && failure?.reason.contains("leads out") == true)
    }

    @Test func `links to documents and chapters elsewhere are not followed`() throws {
        try folder.makeFolder("in")
        try folder.write(ForeignSheet(numbers: [1], columns: 1, rows: 1).encoded, to: "in/s.jpg")
        for (name, text) in [("thumbnails.vtt", "s.jpg"), ("chapters.vtt", "Secret")] {
            try write("WEBVTT\n\n00:00.000 --> 00:20.000\n\(text)\n", to: name)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("in/" + name), withDestinationPath: folder.path(name))
        }
        #expect(failure { try read("in") }?.code == .notFound)
        try write("WEBVTT\n\n00:00.000 --> 00:20.000\ns.jpg\n", to: "in/t.vtt")
        #expect(try read("in/t.vtt").tiles.map(\.title) == [nil])
    }

    @Test func `sheets of one name in several folders are different ones`() throws {
        for number in 1...2 {
            try folder.makeFolder("\(number)")
            try folder.write(ForeignSheet(numbers: [number], columns: 1, rows: 1).encoded, to: "\(number)/s.jpg")
        }
        try write(
            "WEBVTT\n\n00:00.000 --> 00:20.000\n1/s.jpg#xywh=0,0,50,30\n\n00:20.000 --> 00:40.000\n"
                + "2/s.jpg#xywh=0,0,50,30\n", to: "t.vtt")
        let tiles = try read("t.vtt")
        #expect(tiles.pictures.map(\.name) == ["1/s.jpg", "2/s.jpg"])
        #expect(Set(tiles.tiles.map(tiles.name)).count == 2)
    }

    @Test func `file names are shown without control characters`() throws {
        try write("WEBVTT\n\n00:00.000 --> 00:20.000\n\u{1B}]0;x\u{7}.jpg\n", to: "t.vtt")
        let failure = failure { try read("t.vtt") }
        #expect(failure?.code == .unsupported && failure.map { $0.description.allSatisfy { $0 >= " " } } == true)
    }

    @Test func `a sheet that was not downloaded and a rectangle beside the sheet are named`() throws {
        try write("WEBVTT\n\n00:00.000 --> 00:20.000\nhttps://cdn.example/gone.jpg#xywh=0,0,5,5\n", to: "t.vtt")
        let absent = failure { try read("t.vtt") }
        #expect(absent?.code == .notFound && absent?.reason.contains("\"gone.jpg\"") == true)
        try folder.write(ForeignSheet(numbers: [1], columns: 1, rows: 1).encoded, to: "s.jpg")
        try write("WEBVTT\n\n00:00.000 --> 00:20.000\ns.jpg#xywh=50,0,5,5\n", to: "t.vtt")
        let outside = failure { try read("t.vtt") }
        #expect(outside?.code == .malformed && outside?.reason.contains("outside the sheet of 50x30") == true)
        try write("WEBVTT\n", to: "t.vtt")
        #expect(failure { try read("t.vtt") }?.code == .noScreenshots)
    }

    @Test func `URLs and files that are not storyboards are refused`() throws {
        let url = failure { try ImportedTiles(at: "https://cdn.example/t.vtt", ImportFacts()) }
        #expect(url?.code == .unsupported && url?.reason.contains("download") == true)
        #expect(failure { try read("absent.vtt") }?.code == .notFound)
        try write("nothing", to: "text.txt")
        #expect(failure { try read("text.txt") }?.code == .malformed)
        try folder.makeFolder("empty")
        #expect(failure { try read("empty") }?.code == .notFound)
        try write("{\"url\": 3}", to: "x.json")
        #expect(failure { try read("x.json") }?.code == .malformed)
        try write("#EXTM3U\n#EXTINF:4,\nfilm.ts\n", to: "x.m3u8")
        #expect(failure { try read("x.m3u8") }?.code == .unsupported)
    }

    @Test(arguments: [("<!DOCTYPE html>", "HTML"), ("PK\u{3}\u{4}", "ZIP"), ("\0\0\0\u{10}ftypheic\0\0\0\0", "HEIC")])
    func `the error names the format of other content, not of the file name`(text: String, content: String) throws {
        for name in ["t.vtt", "t.mpd", "t.jpg", "t.mp4"] {
            try write(text, to: name)
            let failure = failure { try read(name, sheets()) }
            #expect(failure?.code == .unsupported && failure?.reason.contains(content) == true)
        }
    }

    // MARK: - JSON

    @Test(
        arguments: [
            """
            [{"startTime": 0, "endTime": 4.5, "text": "s.jpg#xywh=0,0,50,30"},
             {"startTime": 4.5, "endTime": 9, "text": "s.jpg#xywh=50,0,50,30"}]
            """,
            """
            {"url": "https://cdn.example/s.jpg", "tileWidth": 50, "tileHeight": 30, "duration": 9,
             "tiles": [{"startTime": 0, "x": 0, "y": 0}, {"startTime": 4.5, "x": 50, "y": 0}]}
            """,
            """
            {"url": "s.jpg", "tile_width": 50, "tile_height": 30, "duration": 9,
             "tiles": [{"start": 0, "x": 0, "y": 0}, {"start": 4.5, "x": 50, "y": 0}]}
            """,
            """
            [{"url": "s.jpg", "startTime": 0, "endTime": 4.5, "width": 50, "height": 30, "coords": {"x": 0, "y": 0}},
             {"url": "https://cdn.example/s.jpg?v=1", "startTime": 4.5, "endTime": 9, "width": 50, "height": 30,
              "coords": {"x": 50, "y": 0}}]
            """,
        ])
    func `all JSON dialects give the same tiles`(document: String) throws {
        try folder.write(ForeignSheet(numbers: [1, 2], columns: 2, rows: 1).encoded, to: "s.jpg")
        try write(document, to: "storyboard.json")
        let tiles = try read("storyboard.json")
        #expect(times(tiles) == [0, 4_500] && tiles.duration == Timestamp(milliseconds: 9_000))
        #expect(tiles.tiles.map(\.rect?.x) == [0, 50])
    }

    @Test func `a URL that each tile would repeat has a limit`() throws {
        let tiles = (0..<2_000).map { "{\"start\": \($0), \"x\": 0, \"y\": 0}" }.joined(separator: ",")
        let url = String(repeating: "a", count: 10_000)
        try write("{\"url\": \"\(url)\", \"tile_width\": 5, \"tile_height\": 5, \"tiles\": [\(tiles)]}", to: "x.json")
        #expect(failure { try read("x.json") }?.code == .malformed)
    }

    // MARK: - Storyboards

    @Test func `an import reads the main width of a storyboard, or the requested one`() async throws {
        try folder.makeFolder("out/80")
        let store = FolderStore(path: folder.path("out"))
        try await TestStoryboard(width: 80).publish(in: store, ObjectKey(part: "80"), widths: [])
        try await TestStoryboard(width: 40).publish(in: store, nil, widths: [80])
        for (asked, width) in [(nil, 40), (40, 40), (80, 80), (60, 40)] {
            var facts = ImportFacts()
            facts.width = asked
            let tiles = try read("out", facts)
            #expect(tiles.tiles.count == 7 && tiles.tiles.allSatisfy { $0.rect?.width == width })
        }
    }

    // MARK: - Jellyfin

    private func writeTrickplay(_ width: Int) throws {
        let name = "Film.trickplay/\(width) - 2x2"
        try folder.makeFolder(name)
        let tile = PixelSize(width: width, height: 30)
        try folder.write(
            ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2, tile: tile).encoded, to: name + "/0.jpg")
        try folder.write(ForeignSheet(numbers: [5], columns: 2, rows: 2, tile: tile).encoded, to: name + "/1.jpg")
    }

    @Test func `Jellyfin's sheets are found by their folder's name, the widest first`() throws {
        try writeTrickplay(40)
        try writeTrickplay(80)
        let widest = try read("Film.trickplay")
        #expect(widest.tiles[0].rect?.width == 80 && widest.tiles.count == 8 && widest.mayEndEmpty)
        #expect(times(widest).prefix(2) == [0, 10_000])
        #expect(widest.remarks.contains { $0.contains("10 s") })
        var facts = ImportFacts()
        facts.width = 40
        facts.interval = Timestamp(milliseconds: 2_000)
        let narrow = try read("Film.trickplay", facts)
        #expect(narrow.tiles[0].rect?.width == 40 && times(narrow).prefix(2) == [0, 2_000])
        #expect(try read("Film.trickplay/40 - 2x2").tiles.count == 8)
        facts.width = 50
        #expect(failure { try read("Film.trickplay", facts) }?.code == .notFound)
    }

    @Test func `the API's object tells interval and count`() throws {
        try writeTrickplay(40)
        try write(
            """
            {"Trickplay": {"film": {"40": {"Width": 40, "Height": 30, "TileWidth": 2, "TileHeight": 2,
             "ThumbnailCount": 5, "Interval": 3000, "Bandwidth": 1}}}}
            """, to: "jellyfin.json")
        let tiles = try read("Film.trickplay")
        #expect(times(tiles) == [0, 3_000, 6_000, 9_000, 12_000] && !tiles.mayEndEmpty)
    }

    // MARK: - Titles

    @Test func `titles come from the chapters beside the document`() throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3], columns: 3, rows: 1).encoded, to: "s.jpg")
        try write(
            (0..<3).reduce("WEBVTT\n") {
                $0 + "\n00:0\($1).000 --> 00:0\($1 + 1).000\ns.jpg#xywh=\(50 * $1),0,50,30\n"
            },
            to: "t.vtt")
        try write(
            "WEBVTT\n\n00:00.500 --> 00:01.500\n<b>Fire</b> &amp; ice\n\n00:01.500 --> 00:09.000\nTwo\n",
            to: "chapters.vtt")
        #expect(try read("t.vtt").tiles.map(\.title) == [nil, "Fire & ice", "Two"])
    }
}
