import ScrubFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import ScrubPreview

@Suite struct CachedSheetTests {
    private func fragment(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ unit: MediaFragment.Unit = .pixel) throws
        -> MediaFragment
    {
        try #require(MediaFragment(unit: unit, x: x, y: y, width: width, height: height))
    }

    @Test func `a tile of a tiled sheet is the JPEG that went in`() throws {
        let sheet = try CachedSheet(
            try DrawnSheet.sheet(seeds: 0..<6, columns: 3), name: "s", budget: 1 << 20)
        for seed in 0..<6 {
            let picture = try sheet.picture(of: try fragment(seed % 3 * 64, seed / 3 * 48, 64, 48))
            #expect(picture.bytes == DrawnSheet.picture(seed: seed))
            #expect(picture.crop == nil)
            #expect(picture.size == PixelSize(width: 64, height: 48))
        }
    }

    @Test func `a rectangle in percent is a tile, too`() throws {
        let sheet = try CachedSheet(
            try DrawnSheet.sheet(seeds: 0..<4, columns: 2), name: "s", budget: 1 << 20)
        let picture = try sheet.picture(of: try fragment(50, 50, 50, 50, .percent))
        #expect(picture.bytes == DrawnSheet.picture(seed: 3))
    }

    @Test func `other sheets are returned whole with the rectangle, and share their bytes`() throws {
        let bytes = DrawnSheet.picture(seed: 1, width: 128, height: 96, isTiled: false)
        let sheet = try CachedSheet(bytes, name: "s", budget: 1 << 20)
        let picture = try sheet.picture(of: try fragment(64, 0, 64, 48))
        #expect(picture.bytes == bytes)
        #expect(picture.crop == PixelRect(x: 64, y: 0, width: 64, height: 48))
        #expect(sheet.byteCount == bytes.count)
    }

    @Test func `a tiled sheet with another grid than the track's is cropped and not cut`() throws {
        let bytes = try DrawnSheet.sheet(seeds: 0..<4, columns: 2)
        let sheet = try CachedSheet(bytes, name: "s", budget: 1 << 20)
        let picture = try sheet.picture(of: try fragment(32, 0, 64, 48))
        #expect(picture.bytes == bytes)
        #expect(picture.crop?.x == 32)
    }

    @Test func `without a rectangle all of it is the picture`() throws {
        let bytes = DrawnSheet.picture(seed: 1)
        let picture = try CachedSheet(bytes, name: "s", budget: 1 << 20).picture(of: nil)
        #expect(
            picture
                == TilePicture(
                    bytes: bytes, format: .jpeg, crop: nil, size: PixelSize(width: 64, height: 48)))
    }

    @Test func `a rectangle beyond the sheet is cut to it, and one outside is an error`() throws {
        let bytes = DrawnSheet.picture(seed: 1, isTiled: false)
        let sheet = try CachedSheet(bytes, name: "s", budget: 1 << 20)
        let picture = try sheet.picture(of: try fragment(32, 24, .max, .max))
        #expect(picture.crop == PixelRect(x: 32, y: 24, width: 32, height: 24))
        #expect(throws: ScrubPreviewError.self) { try sheet.picture(of: try fragment(64, 0, 1, 1)) }
        #expect(throws: ScrubPreviewError.self) { try sheet.picture(of: try fragment(0, 0, 0, 9)) }
    }

    @Test func `the table of intervals counts, and is left out where there is no room for it`() throws {
        let bytes = try DrawnSheet.sheet(seeds: 0..<4, columns: 2)
        // 2 x 2 tiles of 3 MCU rows are 12 intervals.
        #expect(try CachedSheet(bytes, name: "s", budget: bytes.count + 192).byteCount == bytes.count + 192)
        let tight = try CachedSheet(bytes, name: "s", budget: bytes.count + 191)
        #expect(tight.byteCount == bytes.count)
        #expect(try tight.picture(of: try fragment(0, 0, 64, 48)).bytes == bytes)
    }

    @Test func `damage behind the header only costs the cutting`() throws {
        let whole = try DrawnSheet.sheet(seeds: 0..<4, columns: 2)
        let cut = Array(whole.prefix(whole.count * 2 / 3))
        let sheet = try CachedSheet(cut, name: "s", budget: 1 << 20)
        #expect(try sheet.picture(of: try fragment(0, 0, 64, 48)).crop != nil)
    }

    @Test(arguments: [
        ("<!DOCTYPE html><html>", "It is an HTML page, not a picture."),
        ("{\"a\":1}", "It is a JSON file, not a picture."),
        ("", "It is an empty file, not a picture."), ("<?xml version='1.0'?>", "It is an XML file, not a picture."),
    ])
    func `a file that is not a picture is refused with a reason`(text: String, reason: String) {
        let error = #expect(throws: ScrubPreviewError.self) {
            try CachedSheet(Array(text.utf8), name: "s.jpg", budget: 100)
        }
        #expect(error?.code == .unrecognizedFormat)
        #expect(error?.description == "s.jpg: \(reason)")
    }
}
