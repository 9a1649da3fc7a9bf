import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct ImportedTilesTests {
    private let folder = TemporaryFolder()

    private func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

    private func read(_ name: String, _ facts: ImportFacts = ImportFacts()) throws -> ImportedTiles {
        try ImportedTiles(at: folder.path(name), facts)
    }

    private func times(_ tiles: ImportedTiles) -> [Int64] { tiles.tiles.map(\.time.milliseconds) }

    private func sheets(_ columns: Int = 6, _ rows: Int = 6) -> ImportFacts {
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

    // MARK: - HLS

    /// Sheets `0.jpg` and so on of 2x2 tiles of 50x30, and a picture `one.jpg` of one tile.
    private func writeSheets(_ counts: [Int]) throws {
        for (number, count) in counts.enumerated() {
            let sheet = ForeignSheet(numbers: Array(1...count), columns: 2, rows: 2)
            try folder.write(sheet.encoded, to: "\(number).jpg")
        }
        try folder.write(ForeignSheet(numbers: [1], columns: 1, rows: 1).encoded, to: "one.jpg")
    }

    /// Reads a playlist of segments: each has tags and a URI, and lasts 20 s.
    private func readPlaylist(_ segments: [(tags: [String], uri: String)]) throws -> ImportedTiles {
        let lines = segments.flatMap { $0.tags + ["#EXTINF:20,", $0.uri] }
        try write(
            (["#EXTM3U", "#EXT-X-IMAGES-ONLY"] + lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n"),
            to: "images.m3u8")
        return try read("images.m3u8")
    }

    private let layout = "#EXT-X-TILES:RESOLUTION=50x30,LAYOUT=2x2,DURATION=5"

    @Test(arguments: [0, 1, 2])
    func `a layout that one picture has divides all sheets, and a remark counts them`(position: Int) throws {
        try writeSheets([4, 4, 4])
        let tiles = try readPlaylist((0...2).map { ($0 == position ? [layout] : [], "\($0).jpg") })
        #expect(times(tiles) == (0..<12).map { 5_000 * $0 } && tiles.duration == Timestamp(milliseconds: 60_000))
        #expect(tiles.remarks == ["images.m3u8: 2 pictures without EXT-X-TILES, divided by that of the others."])
        #expect(tiles.document?.hasSuffix("/images.m3u8") == true)
    }

    @Test func `a picture that is not of a sheet's size is one tile, and a gap leaves the tile before`() throws {
        try writeSheets([4, 4])
        let gap = "#EXT-X-GAP"
        let tiles = try readPlaylist([([layout], "0.jpg"), ([], "one.jpg"), ([gap], "absent.jpg"), ([layout], "1.jpg")])
        #expect(times(tiles) == [0, 5_000, 10_000, 15_000, 20_000, 60_000, 65_000, 70_000, 75_000])
        #expect(tiles.remarks.count == 2 && tiles.remarks[0].contains("1 picture without EXT-X-TILES and not of"))
        #expect(tiles.remarks[1].contains("1 picture missing by EXT-X-GAP"))
        let single = try readPlaylist([([], "one.jpg"), ([], "0.jpg")])
        #expect(times(single) == [0, 20_000] && single.remarks.isEmpty, "the format allows pictures of one tile")
    }

    @Test(
        arguments: [
            ("RESOLUTION=100x60,LAYOUT=2x2,DURATION=5", 8, "RESOLUTION is the size of a whole sheet; tiles of 50x30"),
            ("RESOLUTION=50x30,LAYOUT=\"2x2\",DURATION=20", 8, "DURATION is that of a whole sheet"),
            ("RESOLUTION=50x30,LAYOUT=2x2,DURATION=10", 4, "2 cells before the last sheet left out"),
            ("RESOLUTION=50x30,LAYOUT=2x2,DURATION=5", 8, ""),
        ])
    func `a layout of whole sheets is repaired, and tiles without a time are counted`(
        attributes: String, count: Int, remark: String
    ) throws {
        try writeSheets([4, 4])
        let tiles = try readPlaylist((0...1).map { (["#EXT-X-TILES:\(attributes)"], "\($0).jpg") })
        #expect(tiles.tiles.count == count && tiles.tiles[1].rect == PixelRect(x: 50, y: 0, width: 50, height: 30))
        #expect(tiles.remarks.count == (remark.isEmpty ? 0 : 1) && tiles.remarks.allSatisfy { $0.contains(remark) })
    }

    @Test func `a layout that no sheet has is refused`() throws {
        try writeSheets([4])
        let failure = failure {
            try readPlaylist([(["#EXT-X-TILES:RESOLUTION=40x30,LAYOUT=3x2,DURATION=5"], "0.jpg")])
        }
        #expect(failure?.code == .malformed && failure?.reason.contains("no grid of 3x2") == true)
    }

    // MARK: - DASH

    private func manifest(_ periods: String, length: String = " mediaPresentationDuration=\"PT60S\"") -> String {
        "<MPD type=\"static\"\(length)>\(periods)</MPD>"
    }

    private func period(_ attributes: String, first: Int?, scheme: String = "guidelines/thumbnail_tile") -> String {
        let set = first.map { first in
            "<AdaptationSet contentType=\"image\" mimeType=\"image/jpeg\"><SegmentTemplate media=\"$Number$.jpg\" "
                + "duration=\"20\" startNumber=\"\(first)\"/>"
                + "<Representation id=\"t\" width=\"100\" height=\"60\">"
                + "<EssentialProperty schemeIdUri=\"http://dashif.org/\(scheme)\" value=\"2x2\"/></Representation>"
                + "</AdaptationSet>"
        }
        return "<Period \(attributes)>\(set ?? "")</Period>"
    }

    @Test(arguments: ["guidelines/thumbnail_tile", "thumbnail_tile"])
    func `both tile schemes are read`(scheme: String) throws {
        try writeSheets([4, 4, 2])
        try write(manifest(period("", first: 0, scheme: scheme)), to: "t.mpd")
        #expect(try times(read("t.mpd")) == (0..<12).map { 5_000 * $0 })
        try write(manifest(period("", first: 0, scheme: "thumbnail_tiles")), to: "t.mpd")
        #expect(failure { try read("t.mpd") }?.code == .unsupported)
    }

    @Test(
        arguments: [
            (["start=\"PT0S\" duration=\"PT30S\"", "start=\"PT30S\" duration=\"PT30S\""], ""),
            (["duration=\"PT30S\"", "duration=\"PT30S\""], ""),
            (["start=\"PT0S\"", "start=\"PT30S\""], " mediaPresentationDuration=\"PT60S\""),
        ])
    func `sheets are counted from the start of each Period`(attributes: [String], length: String) throws {
        try writeSheets([4, 2, 4, 2])
        try write(
            manifest(period(attributes[0], first: 0) + period(attributes[1], first: 2), length: length), to: "t.mpd")
        let tiles = try read("t.mpd")
        #expect(times(tiles) == (0..<12).map { 5_000 * $0 } && tiles.duration == Timestamp(milliseconds: 60_000))
        #expect(tiles.tiles.map { tiles.pictures[$0.picture].name }.map(\.first) == Array("000011222233"))
    }

    @Test func `a Period without thumbnails leaves the tile before, and one without an end is refused`() throws {
        try writeSheets([4, 2])
        let advert = period("duration=\"PT15S\"", first: nil)
        let film = period("duration=\"PT10S\"", first: 0)
        try write(manifest(advert + film + advert, length: ""), to: "t.mpd")
        let tiles = try read("t.mpd")
        #expect(times(tiles) == [15_000, 20_000] && tiles.duration == Timestamp(milliseconds: 40_000))
        #expect(tiles.remarks == ["t.mpd: 2 of 3 Periods without thumbnails; the tile before stays."])
        try write(manifest(period("", first: 0) + period("", first: 0)), to: "t.mpd")
        #expect(failure { try read("t.mpd") }?.code == .invalidSettings)
    }

    // MARK: - Sheets alone

    @Test(arguments: [("_%d.jpg", 0, ["_0.jpg", "_1.jpg"]), ("s%03d.jpg", 1, ["s001.jpg", "s002.jpg"])])
    func `numbered sheets begin at 0 or 1, and the last may have fewer rows`(
        pattern: String, first: Int, names: [String]
    ) throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: names[0])
        try folder.write(ForeignSheet(numbers: [5, 6], columns: 2, rows: 1).encoded, to: names[1])
        try folder.write([0], to: pattern.replacing("%d", with: "9").replacing("%03d", with: "009"))
        let tiles = try read(pattern, sheets(2, 2))
        #expect(times(tiles) == [0, 5_000, 10_000, 15_000, 20_000, 25_000])
        #expect(tiles.pictures.map(\.name) == names)
        #expect(tiles.tiles.last?.rect == PixelRect(x: 50, y: 0, width: 50, height: 30))
    }

    @Test func `sheets alone need grid and interval, and a grid that divides them`() throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "one.jpg")
        for facts in [
            ImportFacts(),
            {
                var facts = sheets(); facts.interval = nil; return facts
            }(),
        ] {
            #expect(failure { try read("one.jpg", facts) }?.code == .invalidSettings)
        }
        #expect(try read("one.jpg", sheets(2, 2)).tiles.count == 4)
        #expect(failure { try read("one.jpg", sheets(3, 2)) }?.code == .malformed)
        #expect(failure { try read("two%d.jpg", sheets(2, 2)) }?.code == .notFound)
    }

    @Test func `a length ends the tiles`() throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "one.jpg")
        var facts = sheets(2, 2)
        facts.duration = Timestamp(milliseconds: 12_000)
        let tiles = try read("one.jpg", facts)
        #expect(times(tiles) == [0, 5_000, 10_000] && tiles.duration == facts.duration && !tiles.mayEndEmpty)
        facts.duration = .zero
        #expect(failure { try read("one.jpg", facts) }?.code == .invalidSettings)
    }

    // MARK: - Empty cells

    /// The number of tiles of a sheet of 3x3 without its empty cells.
    private func count(_ sheet: ForeignSheet, _ facts: ImportFacts? = nil) throws -> Int {
        try folder.write(sheet.encoded, to: "one.jpg")
        var tiles = try read("one.jpg", facts ?? sheets(3, 3))
        try tiles.removeEmptyCells(DecodingLimits())
        return tiles.tiles.count
    }

    /// Sides that leave the remainders of 160x90, 320x136, 320x180 and 426x240 on division by 16, and fewer pixels.
    @Test(
        arguments: zip(
            [(48, 26), (48, 24), (48, 36), (42, 48), (50, 30)], [(50, 2), (90, 2), (75, 2), (75, 1), (95, 1)]))
    func `cells after the last tile are empty, even with mixed blocks at their edges`(
        tile: (width: Int, height: Int), encoding: (quality: Int, chromaSpan: Int)
    ) throws {
        for last in [4, 5, 9] {
            var sheet = ForeignSheet(numbers: Array(1...last), columns: 3, rows: 3)
            sheet.tile = PixelSize(width: tile.width, height: tile.height)
            (sheet.quality, sheet.chromaSpan) = (Int32(encoding.quality), Int32(encoding.chromaSpan))
            #expect(try count(sheet) == last)
        }
    }

    @Test func `dark pictures at the end are tiles, and of black ones the film's length counts`() throws {
        var sheet = ForeignSheet(numbers: [1, 2, 3], columns: 3, rows: 3)
        sheet.darkTiles = 2
        #expect(try count(sheet) == 5)
        sheet.dark = sheet.filling
        #expect(try count(sheet) == 3)
        var facts = sheets(3, 3)
        facts.duration = Timestamp(milliseconds: 25_000)
        #expect(try count(sheet, facts) == 5)
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
