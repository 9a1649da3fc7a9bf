import Foundation
import MosaicFixtures
import PlayerFormats
import Testing
import Tiers
import TiledJPEG
import WebVTT

/// A contact sheet in a real browser; `.ci/run` installs Chromium.
@Suite(.thorough, .enabled(if: Browser.path != nil, "no Chromium on this machine"))
struct ContactSheetBrowserTests {
    private let folder = TemporaryFolder()
    private let size = PixelSize(width: 96, height: 54)

    init() throws {
        let titles = [
            "Opening", nil, "A title that is far wider than the tile below which it is written <&>", "映画", "End",
        ]
        let tiles = titles.enumerated().map { number, title in
            (
                bytes: DrawnScreenshot(number: number + 1, size: size).encoded,
                time: Timestamp(milliseconds: Int64(number) * 61_500), title: title
            )
        }
        try folder.write(ContactSheet.svg(title: "Tom & Jerry", tiles: tiles, tile: size, columns: 3), to: "a.svg")
    }

    private func opened() throws -> Browser {
        let browser = try Browser(width: 600, height: 400)
        try browser.open("file://" + folder.path("a.svg"))
        return browser
    }

    @Test(.enabled(if: SheetPixels.ffmpeg != nil, "no ffmpeg on this machine, which reads the browser's pictures"))
    func `every cell shows its tile`() throws {
        let browser = try opened()
        for number in 0..<5 {
            let place = try place(of: "image", number, in: browser)
            #expect(place[2] == 96 && place[3] == 54)
            let png = try browser.picture(x: place[0], y: place[1], width: 96, height: 54)
            let pixels = try #require(try SheetPixels(path: folder.write(png, to: "cell.png"), size: size))
            let whole = PixelRect(x: 0, y: 0, width: 96, height: 54)
            #expect(pixels.difference(from: DrawnScreenshot(number: number + 1), at: whole) < 12, "tile \(number)")
        }
    }

    @Test func `times and titles are below their tiles, in reading order`() throws {
        let browser = try opened()
        let texts = try browser.evaluate("[...document.querySelectorAll('text')].map(t => t.textContent)") as? [String]
        #expect(
            texts == [
                "Tom & Jerry", "00:00:00.000", "Opening", "00:01:01.500", "00:02:03.000",
                "A title that is far wider than the tile below which it is written <&>", "00:03:04.500", "映画",
                "00:04:06.000", "End",
            ])
        for number in 0..<5 {
            let image = try place(of: "image", number, in: browser)
            let time = try place(of: "text.time", number, in: browser)
            #expect(time[0] >= image[0] - 1 && time[0] < image[0] + 10, "time \(number) begins at \(time[0])")
            #expect(time[1] >= image[1] + image[3] - 1 && time[1] < image[1] + image[3] + 20, "time \(number)")
        }
    }

    @Test func `a long title is cut off at its tile, and nothing is wider than the page`() throws {
        let browser = try opened()
        let cell = "document.querySelectorAll('svg svg')[2]"
        #expect(try browser.evaluate("getComputedStyle(\(cell)).overflow") as? String == "hidden")
        let width = try #require(browser.evaluate("document.documentElement.scrollWidth") as? Int)
        #expect(width <= 600)
    }

    /// Left, top, width and height of an element in the window.
    private func place(of selector: String, _ number: Int, in browser: Browser) throws -> [Double] {
        let script = """
            (() => { const r = document.querySelectorAll('\(selector)')[\(number)].getBoundingClientRect();
            return [r.x, r.y, r.width, r.height]; })()
            """
        return (try browser.evaluate(script) as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.doubleValue }
    }
}
