import Foundation
import MosaicFixtures
import Testing
import Tiers

/// The section for players on the page of a storyboard, in a real browser; `.ci/run` installs Chromium.
@Suite(
    .thorough,
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: Browser.path != nil, "no Chromium on this machine"))
struct ServePreviewPlayersTests {
    private static let token = "open-sesame-and-close"

    private static func serve(isOpen: Bool) async throws -> ServeProcess {
        try await isOpen
            ? ServedLibrary().serve() : ServedLibrary().serve("--auth-token", token, "--read", "token")
    }

    /// The page of a storyboard, which a token opens where it has to.
    private static func page(of server: ServeProcess, isOpen: Bool) throws -> Browser {
        let browser = try Browser()
        try browser.open(server.base + "/storyboards/film/preview" + (isOpen ? "" : "?token=\(token)"))
        return browser
    }

    @Test(arguments: [true, false])
    func `every link answers with its media type, and lines have whole URLs`(isOpen: Bool) async throws {
        let server = try await Self.serve(isOpen: isOpen)
        let browser = try Self.page(of: server, isOpen: isOpen)
        let links = try #require(
            try browser.evaluate("[...document.querySelectorAll('#players a')].map(link => [link.href, link.type])")
                as? [[String]])
        #expect(links.count > 7)
        for link in links {
            let type = try browser.evaluate(
                "fetch('\(link[0])').then(answer => answer.ok ? answer.headers.get('Content-Type') : answer.status)")
            #expect(type as? String == link[1], "\(link[0])")
            #expect(!link[0].contains(Self.token))
        }
        let lines = try #require(
            try browser.evaluate("[...document.querySelectorAll('.snippet code')].map(code => code.textContent)")
                as? [String])
        #expect(lines.count > 6)
        // A line has a whole URL, with the link's signature.
        for line in lines { #expect(links.contains { line.contains($0[0]) }, "\(line)") }
        try browser.evaluate("document.querySelector('.snippet button').click()")
        try browser.wait(until: "document.getElementById('copied').textContent !== ''")
        #expect(server.stop() == 0)
    }

    @Test(arguments: [true, false])
    func `pictures that playlists and manifests name are decoded by a browser`(isOpen: Bool) async throws {
        let server = try await Self.serve(isOpen: isOpen)
        let browser = try Self.page(of: server, isOpen: isOpen)
        let widths = try browser.evaluate(
            """
            (async () => {
              const link = name => [...document.querySelectorAll('#players a')]
                .find(link => new URL(link.href).pathname.endsWith('/' + name)).href;
              const text = async url => (await fetch(url)).text();
              const first = (text, base) => new URL(text.split('\\n').find(line => line && line[0] !== '#'), base).href;
              const master = link('hls.m3u8');
              const images = new URL((await text(master)).match(/URI="([^"]+)"/)[1], master).href;
              const manifest = link('thumbnails.mpd');
              const media = new DOMParser().parseFromString(await text(manifest), 'application/xml')
                .querySelector('SegmentTemplate').getAttribute('media').replace('$Number$', '0');
              const cues = await (await fetch(link('vidstack.json'))).json();
              const pictures = [
                first(await text(images), images), new URL(media, manifest).href,
                new URL(cues[0].text, link('vidstack.json')).href,
              ];
              const widths = [];
              for (const url of pictures) {
                widths.push((await createImageBitmap(await (await fetch(url)).blob())).width);
              }
              return widths;
            })()
            """)
        let numbers = try #require(widths as? [Int])
        #expect(numbers.count == 3 && numbers.allSatisfy { $0 >= 16 }, "\(numbers)")
        #expect(server.stop() == 0)
    }

    @Test func `all that is used by key has a name`() async throws {
        let server = try await Self.serve(isOpen: true)
        let browser = try Self.page(of: server, isOpen: true)
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
