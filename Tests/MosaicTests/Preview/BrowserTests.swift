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

    @Test func `the preview page shows the tile of the time in its address`() async throws {
        let folder = try TemporaryFolder()
        let storyboard = try await Self.composed(into: folder).storyboard
        let index = TimeIndex(storyboard.cueTrack())
        for seconds in [0.0, 396.999, 397, 1_500.5, 9_999] {
            let dom = try Browser.dom(of: folder.path("out/preview.html"), fragment: "t=\(seconds)")
            let expected = try #require(index.lookup(seconds: seconds, policy: .hold))
            let tile = storyboard.tiles[expected]
            #expect(dom.contains("data-index=\"\(expected)\""), "at \(seconds) s")
            #expect(dom.contains("data-x=\"\(tile.rect.x)\""), "at \(seconds) s")
            #expect(dom.contains("data-y=\"\(tile.rect.y)\""), "at \(seconds) s")
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
        #expect(try Browser.dom(of: folder.path("out/sheet.html")).contains("<title>\(sheet.size)</title>"))
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
        let dom = try Browser.dom(of: folder.path("out/track.html"))
        #expect(dom.contains("<title>\(expected.joined(separator: "|"))</title>"))
    }
}

/// Headless Chromium, as Debian packages it.
private enum Browser {
    static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The page after its scripts ran.
    static func dom(of file: String, fragment: String = "") throws -> String {
        let profile = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)",
            "--virtual-time-budget=3000",
            "--dump-dom", "file://\(file)" + (fragment.isEmpty ? "" : "#\(fragment)"),
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let dom = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: dom, as: UTF8.self)
    }
}
