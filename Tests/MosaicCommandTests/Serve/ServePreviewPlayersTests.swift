import Foundation
import MosaicFixtures
import Testing

/// The section for players on the page of a storyboard, in a real browser; `.ci/run` installs Chromium.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: Browser.path != nil, "no Chromium on this machine"))
struct ServePreviewPlayersTests {
    @Test func `every link answers with its media type, and lines have whole URLs`() async throws {
        let server = try await ServedLibrary().serve()
        let browser = try Browser()
        try browser.open(server.base + "/storyboards/film/preview")
        let links = try #require(
            try browser.evaluate("[...document.querySelectorAll('#players a')].map(link => [link.href, link.type])")
                as? [[String]])
        #expect(links.count > 2)
        for link in links {
            let type = try browser.evaluate(
                "fetch('\(link[0])').then(answer => answer.ok ? answer.headers.get('Content-Type') : answer.status)")
            #expect(type as? String == link[1], "\(link[0])")
        }
        let line = "document.querySelector('.snippet code').textContent"
        #expect((try browser.evaluate(line) as? String)?.contains(server.base + "/storyboards/film/") == true)
        try browser.evaluate("document.querySelector('.snippet button').click()")
        try browser.wait(until: "document.getElementById('copied').textContent !== ''")
        #expect(server.stop() == 0)
    }

    @Test func `all that is used by key has a name`() async throws {
        let server = try await ServedLibrary().serve()
        let browser = try Browser()
        try browser.open(server.base + "/storyboards/film/preview")
        let unnamed = try browser.evaluate(
            """
            [...document.querySelectorAll('#players :is(a, button, pre)')]
              .filter(part => !(part.getAttribute('aria-label') || part.textContent).trim()).length
            """)
        #expect(unnamed as? Int == 0)
        let names = try browser.evaluate(
            "[...document.querySelectorAll('#players button')].map(button => button.getAttribute('aria-label'))")
        let texts = try #require(names as? [String])
        #expect(Set(texts).count == texts.count && !texts.isEmpty)
        #expect(server.stop() == 0)
    }
}
