import Testing

@testable import MosaicCommand

/// Lines that a user pastes into a page.
struct PlayerLinesTests {
    @Test func `a track beside the page is named relative to it`() {
        let lines = PlayerLines(baseURL: nil, folder: "film.thumbnails/").lines
        #expect(lines[0].hasSuffix(#"<track kind="metadata" label="thumbnails" src="thumbnails.vtt" default>"#))
        #expect(lines[3].hasSuffix(#"new URL("thumbnails.vtt", location).href)"#))
        #expect(lines[4].contains("in film.thumbnails/;"))
    }

    @Test func `a track on another host is named by its whole URL, and characters of HTML are escaped`() {
        let lines = PlayerLines(baseURL: "https://cdn.example/a&b/", folder: "out/").lines
        #expect(lines[1].contains(#"thumbnails="https://cdn.example/a&amp;b/thumbnails.vtt""#))
        #expect(lines[2].contains(#"src: "https://cdn.example/a&b/thumbnails.vtt""#))
        #expect(lines[3].hasSuffix(#"addThumbnailsTrack("https://cdn.example/a&b/thumbnails.vtt")"#))
        #expect(lines[4].contains("crossorigin"))
    }
}
