import Foundation
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

    @Test(arguments: [("/thumbs/film/", "of the same host"), ("//cdn.example/film/", "of another host")])
    func `a base without a scheme names the track below it`(base: String, scope: String) {
        let lines = PlayerLines(baseURL: base, folder: "out/").lines
        #expect(lines[1].contains("thumbnails=\"\(base)thumbnails.vtt\""))
        #expect(lines[3].hasSuffix("new URL(\"\(base)thumbnails.vtt\", location).href)") && lines[4].contains(scope))
    }

    /// Where a folder is served, where the page is, and which base the track has.
    @Test(
        arguments: [
            (nil, "https://a.example/films/1/player.html", "https://a.example/films/1/"),
            ("https://cdn.example/x/", "https://a.example/films/player.html", "https://cdn.example/x/"),
            ("/prefix/films/1/", "https://a.example/player.html", "https://a.example/prefix/films/1/"),
            ("/prefix/films/1/", "https://a.example/prefix/a/b/c.html", "https://a.example/prefix/films/1/"),
            ("//cdn.example/x/", "https://a.example/films/player.html", "https://cdn.example/x/"),
            ("sheets/", "https://a.example/films/1/player.html", "https://a.example/films/1/sheets/"),
        ] as [(String?, String, String)])
    func `every player finds the sheets from the line that it is given`(
        base: String?, page: String, sheets: String
    ) throws {
        let lines = PlayerLines(baseURL: base, folder: "out/").lines
        let page = try #require(URL(string: page))
        let sheet = (base ?? "") + "sheet-0.jpg"
        func resolved(_ line: Int) throws -> String {
            let line = lines[line]
            let end = try #require(line.firstRange(of: "thumbnails.vtt")).upperBound
            let start = try #require(line[..<end].lastIndex { $0 == "\"" })
            let track = String(line[line.index(after: start)..<end])
            let whole = try #require(URL(string: track, relativeTo: page))
            switch line {
            case _ where line.contains("Vidstack"):
                // packages/vidstack/src/components/ui/thumbnails/thumbnail-loader.ts: of a track without a host, the page.
                return URL(string: sheet, relativeTo: track.contains("://") ? whole : page)?.absoluteString ?? ""
            case _ where line.contains("Plyr"):
                // src/js/plugins/preview-thumbnails.js, `getThumbnail`: text before the track's last slash.
                let isWhole = ["/", "http://", "https://"].contains(where: sheet.hasPrefix)
                let folder = isWhole ? "" : track.replacing("thumbnails.vtt", with: "")
                return URL(string: folder + sheet, relativeTo: page)?.absoluteString ?? ""
            default: return URL(string: sheet, relativeTo: whole)?.absoluteString ?? ""
            }
        }
        for line in 0..<4 { #expect(try resolved(line) == sheets + "sheet-0.jpg", "\(lines[line])") }
    }
}
