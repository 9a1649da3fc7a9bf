import Foundation
import MosaicFixtures
import Testing
import Tiers
import WebVTT

/// The page of a storyboard in a real browser; `.ci/run` installs Chromium and ffmpeg.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: Browser.path != nil, "no Chromium on this machine"),
    .enabled(if: SheetPixels.ffmpeg != nil, "no ffmpeg on this machine, which reads the browser's pictures"))
struct ServePreviewTests {
    @Test(.thorough) func `the scrub bar shows the right tile at twenty times, and its picture`() async throws {
        let server = try await ServedLibrary().serve()
        let client = ServeClient(port: server.port)
        let track = try CueTrack(parsing: client.get("/storyboards/film/thumbnails.vtt").body)
        try #require(track.cues.count == ServedLibrary.chapters)
        let browser = try Browser()
        try browser.open(server.base + "/storyboards/film/preview")
        let scrubbing = try PreviewScrubbing(browser, track: track) {
            try client.get("/storyboards/film/" + $0).body
        }
        for number in 0..<20 {
            let fault = try scrubbing.fault(pointingAt: Double(number) / 19)
            #expect(fault == nil)
        }
        // The borders of tiles, and times before, within and behind all of them.
        for milliseconds in [0, 19_999, 20_000, 20_001, 55_500, 69_999, 70_000, 119_999, 120_000, 999_000] as [Int64] {
            let fault = try scrubbing.fault(addressing: milliseconds)
            #expect(fault == nil)
        }
        #expect(server.stop() == 0)
    }

    @Test(.thorough) func `an open page grows with its storyboard`() async throws {
        let workplace = Workplace()
        let server = try await ServeProcess(["--library", workplace.folder.path("library")], in: workplace.folder)
        let client = ServeClient(port: server.port)
        #expect(try client.submit("film", #"{"chapters": 3}"#).status == 202)
        let browser = try Browser()
        try browser.open(server.base + "/storyboards/film/preview")
        #expect(try browser.evaluate("document.getElementById('scrubber').hidden") as? Bool == true)
        #expect(
            try browser.evaluate("document.getElementById('facts').textContent") as? String
                == "Waiting for the first of 3 tiles.")
        for number in 1...3 {
            let upload = try client.upload("ch\(number)_\(10 * number)s.jpg", of: "film", ServedLibrary.picture(number))
            #expect(upload.status == 201)
            try browser.wait(until: "document.querySelectorAll('#strip button').length === \(number)")
            try browser.wait(until: "document.querySelectorAll('#strip .reserved').length === \(3 - number)")
        }
        try browser.wait(until: "document.getElementById('facts').textContent.startsWith('3 tiles · ')")
        let track = try CueTrack(parsing: client.get("/storyboards/film/thumbnails.vtt").body)
        let scrubbing = try PreviewScrubbing(browser, track: track) {
            try client.get("/storyboards/film/" + $0).body
        }
        for part in [0, 0.5, 1] {
            let fault = try scrubbing.fault(pointingAt: part)
            #expect(fault == nil)
        }
        #expect(server.stop() == 0)
    }
}
