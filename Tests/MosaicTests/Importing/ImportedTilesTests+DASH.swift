import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Manifests with thumbnails.
extension ImportedTilesTests {
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
}
