import Foundation
import MosaicFixtures
import Testing
import TestSupport
import Tiers

/// The page of a library in a real browser; `.ci/run` installs Chromium.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: Browser.path != nil, "no Chromium on this machine"))
struct FrontPageTests {
    @Test(.thorough) func `the two lines of an empty library fill it, and the page shows it`() async throws {
        let workplace = Workplace()
        let server = try await ServeProcess(["--library", workplace.folder.path("library")], in: workplace.folder)
        let page = try FrontPageBrowser(server.base + "/")
        try page.browser.wait(until: "!part('empty').hidden && part('commands').textContent !== ''")
        let commands = try #require(try page.text("commands"))
        #expect(commands.contains(server.base + "/storyboards/film/screenshots/ch1_4s.jpg"))
        #expect(commands.split(separator: "\n").count == 2)
        try workplace.folder.write(ServedLibrary.picture(1), to: "ch1_4s.jpg")
        #expect(try FinishedProgram("/bin/sh", ["-ec", commands], in: workplace.folder.path).status == 0)
        try page.waitForPosters(1)
        #expect(try page.ids() == ["film"])
        #expect(try page.browser.evaluate("part('empty').hidden") as? Bool == true)
        #expect(try page.faults() == [])
        #expect(server.stop() == 0)
    }

    @Test func `a card has title, length and tiles; the slash, an arrow and Enter lead to its preview`() async throws {
        let server = try await ServedLibrary().serve()
        let page = try FrontPageBrowser(server.base + "/")
        try page.waitForPosters(1)
        #expect(try page.text("facts") == "1 storyboard")
        let label = try page.browser.evaluate("document.querySelector('.card a').getAttribute('aria-label')")
        #expect(label as? String == "film, 2:10, 12 tiles")
        try page.browser.press("/")
        #expect(try page.focused() == "search")
        try page.browser.press("ArrowDown")
        #expect(try page.focused() == "0")
        try page.browser.press("ArrowUp")
        #expect(try page.focused() == "search")
        try page.browser.press("ArrowDown")
        #expect(try page.faults() == [])
        try page.browser.press("Enter")
        try page.browser.wait(until: "location.pathname === '/storyboards/film/preview'")
        #expect(server.stop() == 0)
    }

    @Test(.thorough) func `of ten thousand storyboards the page never holds more than sixty pictures`() async throws {
        let many = try await ManyStoryboards(count: 10_000)
        let server = try await many.served.serve()
        // In this window there are more cards than that.
        let page = try FrontPageBrowser(server.base + "/", height: 4_000)
        let browser = page.browser
        try page.waitForPosters(60)
        #expect(try page.text("facts") == "10\u{202F}000 storyboards")
        #expect(try page.ids().first == ManyStoryboards.id(9_999))
        #expect(try page.ids().count > 60)
        for part in [0.05, 0.3, 0.31, 0.5, 0.77, 1] {
            try browser.evaluate("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * \(part)); 0")
            try browser.wait(
                until: """
                    document.querySelectorAll('.card[data-id=""]').length === 0 && [...document.images].filter(image =>
                      image.complete && image.naturalWidth && image.getBoundingClientRect().bottom > 0).length > 40
                    """)
        }
        #expect(try page.ids().last == ManyStoryboards.id(0))
        #expect(try page.ids().count < 150)
        #expect(try page.mostPictures() == 60)

        try page.search("film 77")
        try browser.wait(until: "part('facts').textContent === '111 storyboards match'")
        try browser.wait(until: "document.querySelector('.card')?.dataset.id === '\(ManyStoryboards.id(7_799))'")
        try browser.evaluate("part('sort').value = 'id'; part('sort').onchange(); 0")
        try browser.wait(until: "document.querySelector('.card')?.dataset.id === '\(ManyStoryboards.id(77))'")
        try page.search("no such film")
        try browser.wait(until: "!part('nothing').hidden && part('nothing').textContent.includes('no such film')")
        #expect(try page.ids().isEmpty)
        #expect(try page.mostPictures() == 60)
        #expect(try page.faults() == [])
        #expect(server.stop() == 0)
    }

    @Test(.thorough) func `arrows, Home and End lead through the grid, and Tab comes to it once`() async throws {
        let many = try await ManyStoryboards(count: 300)
        let server = try await many.served.serve()
        let page = try FrontPageBrowser(server.base + "/")
        try page.browser.wait(until: "part('facts').textContent === '300 storyboards'")
        try page.browser.evaluate("part('sort').focus()")
        var visited: [String?] = []
        for key in [
            "Tab", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "End", "ArrowRight", "ArrowUp", "Home",
            "ArrowLeft",
        ] {
            try page.browser.press(key)
            visited.append(try page.focused())
        }
        // There are four in a row.
        #expect(visited == ["0", "1", "5", "4", "3", "299", "299", "295", "0", "0"])
        #expect(try page.browser.evaluate("document.querySelectorAll('.card [tabindex=\"0\"]').length") as? Int == 1)
        try page.browser.press("End")
        try page.browser.wait(until: "document.activeElement.getAttribute('href') === 'storyboards/film-00000/preview'")
        let place = try page.browser.evaluate(
            "[document.activeElement.closest('.card')].map(card => card.ariaPosInSet + ' of ' + card.ariaSetSize)[0]")
        #expect(place as? String == "300 of 300")
        // Where the window goes the focus does not get lost.
        try page.browser.evaluate("scrollTo(0, 0); 0")
        try page.browser.wait(until: "cards.has(0) && cards.has(299) && !cards.has(150)")
        #expect(try page.focused() == "299")
        #expect(try page.faults() == [])
        #expect(server.stop() == 0)
    }

    @Test(.thorough) func `behind a gateway's prefix it finds everything`() async throws {
        let server = try await ServedLibrary().serve("--url-prefix", "films/mosaic")
        let page = try FrontPageBrowser(server.base + "/films/mosaic/")
        try page.waitForPosters(1)
        let icon = "Object.assign(new Image(), { src: 'favicon.ico' })"
        try page.browser.evaluate("window.icon = \(icon); icon.decode().then(() => 0)")
        #expect([16, 32].contains(try page.browser.evaluate("icon.naturalWidth") as? Int))
        try page.click(".card a")
        try page.browser.wait(until: "location.pathname === '/films/mosaic/storyboards/film/preview'")
        #expect(server.stop() == 0)
    }
}
