import Foundation
import Mosaic
import MosaicFixtures
import Testing
import Tiers

/// A preview page with a film in a real browser.
@Suite(
    .thorough,
    .enabled(if: Browser.path != nil, "no Chromium on this machine"),
    .enabled(if: InstalledTool.ffmpeg.path != nil, "no ffmpeg on this machine"))
struct FilmBrowserTests {
    /// A name with all that has to be encoded in a URL.
    private static let name = "-i %d #?'q\"uote ü.webm"
    private let folder = TemporaryFolder()

    init() throws {
        try folder.makeFolder("out")
    }

    /// Writes a page of three tiles, 10 s each, in a folder beside the film.
    private func writePage(film: String) throws {
        let tiles = (0..<3).map { number in
            PreviewPage.Tile(
                start: Int64(number) * 10_000, end: Int64(number + 1) * 10_000,
                sheet: .init(url: "sheet.png", width: 480, height: 90), x: 160 * number, y: 0, width: 160, height: 90,
                title: "Tile \(number)")
        }
        let url = RelativeURL.path(to: folder.path(film), from: folder.path("out"))
        let page = PreviewPage(title: "Film", tiles: tiles, film: url)
        try folder.write(Array(page.html().utf8), to: "out/preview.html")
        _ = try InstalledTool.ffmpeg.run([
            "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x90:rate=1/10:duration=30", "-vf", "tile=3x1",
            "-frames:v", "1", folder.path("out/sheet.png"),
        ])
    }

    /// Makes a film of 30 s, with a key frame every second.
    private func writeFilm(_ codec: [String]) throws {
        let made = try InstalledTool.ffmpeg.run(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=10:duration=30"] + codec + [
                folder.path(Self.name)
            ])
        #expect(made.status == 0)
    }

    private static let vp8 = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-g", "10"]

    private func number(_ script: String, _ browser: Browser) throws -> Double {
        let value = try browser.evaluate(script)
        return try #require(value as? Double ?? (value as? Int).map(Double.init), "\(script)")
    }

    private func open(_ fragment: String = "") throws -> Browser {
        let browser = try Browser()
        try browser.open("file://" + folder.path("out/preview.html") + fragment)
        return browser
    }

    @Test func `bar, strip and film move each other`() throws {
        try writeFilm(Self.vp8)
        try writePage(film: Self.name)
        let browser = try open("#t=12.5")
        try browser.wait(until: "film !== null && !part('film').hidden")
        #expect(try number("film.videoWidth", browser) == 320)
        // The time of the address is the film's.
        try browser.wait(until: "film.currentTime === 12.5 && position === 12500")

        let left = try number("bar.getBoundingClientRect().left", browser)
        let width = try number("bar.clientWidth", browser)
        let middle = try number("bar.getBoundingClientRect().top + bar.clientHeight / 2", browser)
        let shown = "getComputedStyle(part('bubble')).visibility === 'visible'"
        #expect(try browser.evaluate(shown) as? Bool == false)
        // Pointing shows the tile and leaves film and knob where they are.
        try browser.movePointer(x: left + width * 0.9, y: middle)
        try browser.wait(until: "part('picture').dataset.index === '2'")
        #expect(try browser.evaluate(shown) as? Bool == true)
        #expect(try number("film.currentTime", browser) == 12.5)
        #expect(abs(try number("parseFloat(part('knob').style.left)", browser) - 12.5 / 30 * 100) < 0.01)
        // Clicking seeks.
        try browser.click(x: left + width * 0.2, y: middle)
        try browser.wait(until: "!film.seeking && Math.abs(film.currentTime - 6) < 0.1")
        #expect(try browser.evaluate("part('picture').dataset.index") as? String == "0")
        try browser.movePointer(x: left, y: 5)
        // The film moves the bar.
        try browser.evaluate("film.currentTime = 25")
        try browser.wait(until: "position === 25000 && part('picture').dataset.index === '2'")
        #expect(abs(try number("parseFloat(part('played').style.width)", browser) - 25.0 / 30 * 100) < 0.01)
        // So do the strip and the address.
        try browser.evaluate("part('strip').children[1].firstChild.click()")
        try browser.wait(until: "film.currentTime === 10")
        try browser.evaluate("location.hash = 't=20.5'")
        try browser.wait(until: "film.currentTime === 20.5 && position === 20500")
        try browser.evaluate("film.muted = true; film.play()")
        try browser.wait(until: "position > 20500 && !film.paused")
    }

    @Test(arguments: ["absent", "no film", "sound alone"])
    func `a page with an unplayable film works like a page without a film`(fault: String) throws {
        switch fault {
        case "no film": try folder.write(Array("film".utf8), to: Self.name)
        case "sound alone":
            let sound = ["-f", "lavfi", "-i", "sine=duration=30", "-map", "1", "-c:a", "libopus"]
            try writeFilm(sound)
        default: break
        }
        try writePage(film: Self.name)
        let browser = try open("#t=12.5")
        try browser.wait(until: "part('film').error !== null || part('film').readyState > 0")
        try browser.wait(until: "position === 12500 && part('picture').dataset.index === '1'")
        #expect(try browser.evaluate("film === null && part('film').hidden") as? Bool == true)
        #expect(try browser.evaluate("getComputedStyle(part('film')).display") as? String == "none")
        #expect(try browser.evaluate("getComputedStyle(part('bubble')).visibility") as? String == "visible")
        #expect(try number("part('stage').clientHeight", browser) > 90)
        try browser.evaluate("location.hash = 't=25'")
        try browser.wait(until: "position === 25000 && part('picture').dataset.index === '2'")
    }
}
