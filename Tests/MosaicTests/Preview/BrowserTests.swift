import Foundation
import ImageHeaders
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic

/// What a real browser makes of a composed folder; `.ci/run` installs Chromium.
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

    @Test(.enabled(if: SheetPixels.ffmpeg != nil, "no ffmpeg on this machine, which reads the browser's pictures"))
    func `the preview page shows the right tile at twenty times, and its picture`() async throws {
        let folder = try TemporaryFolder()
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

    @Test func `every sheet opens in the browser at its recorded size`() async throws {
        let folder = try TemporaryFolder()
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
        let folder = try TemporaryFolder()
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

    /// What a page calls itself once it has something to say.
    private static func title(of file: String) throws -> String? {
        let browser = try Browser()
        try browser.open("file://" + file)
        try browser.wait(until: "document.title !== ''")
        return try browser.evaluate("document.title") as? String
    }
}
