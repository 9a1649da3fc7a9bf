import Foundation
import MosaicFixtures
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import Mosaic

/// A composed folder in a real browser; `.ci/run` installs Chromium.
@Suite(.enabled(if: Browser.path != nil, "no Chromium on this machine"))
struct BrowserTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../samples/xlumX1Wtzrg").standardizedFileURL.path

    private static func composed(into folder: TemporaryFolder) async throws -> Composition {
        let id = StoryboardID(naming: "film")
        var publication = StoryboardComposer.Publication()
        publication.writesPreview = true
        return try await StoryboardComposer().compose(
            CompositionRequest(id: id, listing: ScreenshotFolder(path: samples).chapters()),
            into: StoryboardFolder(path: folder.path("out"), for: id), publication: publication)
    }

    @Test(
        .thorough,
        .enabled(if: SheetPixels.ffmpeg != nil, "no ffmpeg on this machine, which reads the browser's pictures"))
    func `the preview page shows the right tile at twenty times, and its picture`() async throws {
        let folder = TemporaryFolder()
        let storyboard = try await Self.composed(into: folder).storyboard
        let browser = try Browser()
        try browser.open("file://" + folder.path("out/preview.html"))
        let scrubbing = try PreviewScrubbing(browser, track: storyboard.cueTrack()) { try folder.read("out/" + $0) }
        for number in 0..<20 {
            let fault = try scrubbing.fault(pointingAt: Double(number) / 19)
            #expect(fault == nil)
        }
        for milliseconds in [0, 396_999, 397_000, 1_500_500, 9_999_000] as [Int64] {
            let fault = try scrubbing.fault(addressing: milliseconds)
            #expect(fault == nil)
        }
    }

    @Test(.thorough) func `every sheet opens in the browser at its recorded size`() async throws {
        let folder = TemporaryFolder()
        let storyboard = try await Self.composed(into: folder).storyboard
        let sheet = try #require(storyboard.sheets.first)
        let page = """
            <img src="\(sheet.name)" onload="document.title = naturalWidth + 'x' + naturalHeight"
            onerror="document.title = 'broken'">
            """
        try folder.write(Array(page.utf8), to: "out/sheet.html")
        #expect(try Self.title(of: folder.path("out/sheet.html")) == "\(sheet.size)")
    }

    @Test func `a track that was written is read by the browser cue for cue`() async throws {
        let folder = TemporaryFolder()
        let storyboard = try await Self.composed(into: folder).storyboard
        let document = String(decoding: storyboard.trackDocument(), as: UTF8.self)
        // A page in a folder may not fetch its neighbours, but may read its own text.
        let encoded = Data(document.utf8).base64EncodedString()
        let page = """
            <video><track default kind="metadata" src="data:text/vtt;base64,\(encoded)"></video><script>
            const track = document.querySelector('track');
            track.onload = () => document.title = Array.from(track.track.cues, cue =>
              Math.round(cue.startTime * 1000) + '-' + Math.round(cue.endTime * 1000) + ' ' + cue.text).join('|');
            track.track.mode = 'hidden';
            </script>
            """
        try folder.write(Array(page.utf8), to: "out/track.html")
        let expected = storyboard.cueTrack().cues.map {
            "\($0.start.milliseconds)-\($0.end.milliseconds) \($0.text)"
        }
        #expect(try Self.title(of: folder.path("out/track.html")) == expected.joined(separator: "|"))
    }

    /// A page of tiles of 40x30 pixels, and 3x3 of them on a sheet; all are blue but the one in the middle, which is red.
    private static func page(_ tiles: [PreviewPage.Tile], _ sheet: [UInt8], in folder: TemporaryFolder) throws {
        try folder.write(sheet, to: "sheet.bmp")
        try folder.write(Array(PreviewPage(title: "Film", tiles: tiles).html().utf8), to: "page.html")
    }

    private static func tile(_ number: Int) -> PreviewPage.Tile {
        PreviewPage.Tile(
            start: Int64(number) * 10_000, end: Int64(number + 1) * 10_000,
            sheet: .init(url: "sheet.bmp", width: 120, height: 90), x: 40, y: 30, width: 40, height: 30)
    }

    /// The sheet as BMP: rows from the bottom up, three bytes a pixel, blue first.
    private static func sheet() -> [UInt8] {
        func littleEndian(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let pixels = (0..<90).flatMap { y in
            (0..<120).flatMap { x -> [UInt8] in y / 30 == 1 && x / 40 == 1 ? [0, 0, 255] : [255, 0, 0] }
        }
        let file = Array("BM".utf8) + [54 + pixels.count, 0, 54].flatMap(littleEndian)
        let header = [40, 120, 90].flatMap(littleEndian) + [1, 0, 24, 0]
        return file + header + [0, pixels.count, 2835, 2835, 0, 0].flatMap(littleEndian) + pixels
    }

    @Test(
        .thorough,
        .enabled(if: SheetPixels.ffmpeg != nil, "no ffmpeg on this machine, which reads the browser's pictures"),
        arguments: [1, 1.5, 2, 3])
    func `at no density a tile shows a line of its neighbours`(scale: Double) throws {
        let folder = TemporaryFolder()
        try Self.page([Self.tile(0)], Self.sheet(), in: folder)
        let browser = try Browser(scale: scale)
        try browser.open("file://" + folder.path("page.html"))
        try browser.evaluate(
            "(async () => { const image = new Image(); image.src = 'sheet.bmp'; await image.decode(); "
                + "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); })()")
        for element in ["#picture", "#strip .picture"] {
            let box = try browser.evaluate("document.querySelector('\(element)').getBoundingClientRect().toJSON()")
            let place = try #require(box as? [String: Double])
            let (x, y) = (try #require(place["x"]) - 2, try #require(place["y"]) - 2)
            let shot = try browser.picture(x: x, y: y, width: 44, height: 34)
            let size = try ImageHeader(parsing: shot).size
            let seen = try #require(try SheetPixels(path: folder.write(shot, to: "shot.png"), size: size))
            let pixels = (0..<size.pixelCount).map { Array(seen.rgb[3 * $0..<3 * $0 + 3]) }
            #expect(pixels.contains { $0[0] > 180 && $0[1] < 80 && $0[2] < 80 }, "\(element)")
            // The tile has no blue in it, and what surrounds it has no less green than blue.
            #expect(!pixels.contains { Int($0[2]) > Int($0[1]) + 25 }, "\(element)")
        }
    }

    @Test func `Tab comes to the strip once, and arrows, Home and End lead along it`() throws {
        let folder = TemporaryFolder()
        try Self.page((0..<720).map { Self.tile($0) }, Self.sheet(), in: folder)
        let browser = try Browser()
        try browser.open("file://" + folder.path("page.html"))
        func focused() throws -> String? {
            try browser.evaluate(
                "document.activeElement.id || document.activeElement.closest('li')?.dataset.index || 'page'") as? String
        }
        try browser.evaluate("location.hash = 't=35'")
        try browser.wait(until: "document.getElementById('picture').dataset.index === '3'")
        var visited: [String?] = []
        for key in ["Tab", "Tab", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"] {
            try browser.press(key)
            visited.append(try focused())
        }
        #expect(visited == ["bar", "3", "4", "5", "4", "719", "719", "0", "0"])
        #expect(try browser.evaluate("document.querySelectorAll('#strip [tabindex=\"0\"]').length") as? Int == 1)
        // Where the focus is, nothing is chosen before somebody says so.
        #expect(try browser.evaluate("document.getElementById('picture').dataset.index") as? String == "3")
        try browser.press("Enter")
        #expect(try browser.evaluate("document.getElementById('picture').dataset.index") as? String == "0")
        try browser.press("Tab")
        let next = try focused()
        #expect(next == "page" || next == "strip")
    }

    @Test func `of tiles with equal times the page shows the first, as the track does`() throws {
        let folder = TemporaryFolder()
        try Self.page([0, 1, 1, 2].map { Self.tile($0) }, Self.sheet(), in: folder)
        let browser = try Browser()
        try browser.open("file://" + folder.path("page.html#t=10"))
        try browser.press("Tab")
        let shown = try ["", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight"].map { key in
            if !key.isEmpty { try browser.press(key) }
            return try browser.evaluate("document.getElementById('picture').dataset.index") as? String
        }
        #expect(shown == ["1", "3", "1", "0", "1"])
    }

    @Test func `a page of a growing storyboard counts the missing tiles and keeps their places`() throws {
        let folder = TemporaryFolder()
        try folder.write(Self.sheet(), to: "sheet.bmp")
        let source = PreviewPage.Source(url: "mosaic.json", sheetQuery: "", entityTag: nil, expected: 5)
        let last = PreviewPage.Tile(
            start: 590_000, end: nil, sheet: Self.tile(0).sheet, x: 0, y: 0, width: 40, height: 30)
        let browser = try Browser()
        for (name, tiles, facts) in [
            ("none", [], "Waiting for the first of 5 tiles."),
            ("some", [Self.tile(0), Self.tile(1)], "2 of 5 tiles · 1 sheet · 00:20"),
            ("open", [last], "1 of 5 tiles · 1 sheet · the last tile begins at 09:50, the film's length is unknown"),
        ] as [(String, [PreviewPage.Tile], String)] {
            let html = PreviewPage(title: "Film", tiles: tiles).html(following: source)
            try folder.write(Array(html.utf8), to: "\(name).html")
            try browser.open("file://" + folder.path("\(name).html"))
            #expect(try browser.evaluate("document.getElementById('facts').textContent") as? String == facts)
            let places = try browser.evaluate("document.querySelectorAll('#strip .reserved').length") as? Int
            #expect(places == 5 - tiles.count)
            #expect(try browser.evaluate("document.querySelectorAll('#strip button').length") as? Int == tiles.count)
        }
    }

    @Test(arguments: [500, 1_280])
    func `the bubble points at the very ends of the bar, and stays on the page`(width: Int) throws {
        let folder = TemporaryFolder()
        try Self.page((0..<3).map { Self.tile($0) }, Self.sheet(), in: folder)
        let browser = try Browser(width: width)
        try browser.open("file://" + folder.path("page.html"))
        for seconds in [30, 0] {
            try browser.evaluate("location.hash = 't=\(seconds)'")
            try browser.wait(until: "position === \(seconds) * 1000")
            let distance = try browser.evaluate(
                """
                (() => {
                  const bubble = part('bubble').getBoundingClientRect(), knob = part('knob').getBoundingClientRect();
                  if (bubble.left < 0 || bubble.right > document.documentElement.clientWidth) return 1000;
                  const tip = bubble.left + parseFloat(part('bubble').style.getPropertyValue('--tip'));
                  return Math.abs(tip - (knob.left + knob.right) / 2);
                })()
                """)
            let pixels = try #require(distance as? Double ?? (distance as? Int).map(Double.init))
            #expect(pixels < 1, "at \(seconds) s")
        }
    }

    /// The title of a page once it has one.
    private static func title(of file: String) throws -> String? {
        let browser = try Browser()
        try browser.open("file://" + file)
        try browser.wait(until: "document.title !== ''")
        return try browser.evaluate("document.title") as? String
    }
}
