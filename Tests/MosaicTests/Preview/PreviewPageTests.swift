import Foundation
import Mosaic
import Testing

struct PreviewPageTests {
    private struct Record: Decodable {
        struct Sheet: Decodable {
            struct Size: Decodable { let width, height: Int }
            let name: String
            let size: Size
        }

        struct Tile: Decodable {
            let start_ms: Int64
            let end_ms: Int64?
            let sheet, x, y, width, height: Int
            let title: String?
        }

        let sheets: [Sheet]
        let tiles: [Tile]
    }

    private let hostile = [
        "</script><script>alert(1)</script>", "</SCRIPT >", "<!--<script>", "]]>", "\"quoted\"", "it's", "back\\slash",
        "\u{2028}line\u{2029}", "a\u{0}b\r\n\tc\u{1F}\u{7F}", "&amp;", "${x}`", "שלום 🦊", "",
    ]

    private func tile(
        start: Int64 = 0, end: Int64? = nil, sheet: String = "sheet-0.jpg", x: Int = 0, title: String? = nil
    ) -> PreviewPage.Tile {
        PreviewPage.Tile(
            start: start, end: end, sheet: .init(url: sheet, width: 1_280, height: 432), x: x, y: 144, width: 256,
            height: 144, title: title)
    }

    private func between(_ start: String, _ end: String, in page: String) throws -> String {
        let from = try #require(page.range(of: start))
        let to = try #require(page.range(of: end, range: from.upperBound..<page.endIndex))
        return String(page[from.upperBound..<to.lowerBound])
    }

    /// Reads the inlined record as a browser does: to the first `</script`, in upper or lower case, and then as JSON.
    private func record(_ page: PreviewPage) throws -> Record {
        let html = page.html()
        let start = try #require(html.range(of: "<script type=\"application/json\" id=\"record\">"))
        let end = try #require(
            html.range(of: "</script", options: .caseInsensitive, range: start.upperBound..<html.endIndex))
        return try JSONDecoder().decode(Record.self, from: Data(html[start.upperBound..<end.lowerBound].utf8))
    }

    @Test func `times and rectangles are inlined as they are`() throws {
        let page = PreviewPage(
            title: "Film", tiles: [tile(start: 4_000, end: 397_000, x: 256), tile(start: 397_000, title: "The coast")])
        let tiles = try record(page).tiles
        #expect(tiles.map(\.start_ms) == [4_000, 397_000])
        #expect(tiles.map(\.end_ms) == [397_000, nil])
        #expect(tiles.map(\.x) == [256, 0])
        #expect(tiles.map(\.y) == [144, 144])
        #expect(tiles.map(\.width) == [256, 256])
        #expect(tiles.map(\.height) == [144, 144])
        #expect(tiles.map(\.title) == [nil, "The coast"])
    }

    @Test func `a sheet is named once and tiles refer to it`() throws {
        let names = ["b.jpg", "a.jpg", "b.jpg", "c.jpg", "a.jpg"]
        let record = try record(PreviewPage(title: "Film", tiles: names.map { tile(sheet: $0) }))
        #expect(record.sheets.map(\.name) == ["b.jpg", "a.jpg", "c.jpg"])
        #expect(record.sheets.allSatisfy { $0.size.width == 1_280 && $0.size.height == 432 })
        #expect(record.tiles.map { record.sheets[$0.sheet].name } == names)
    }

    @Test func `hostile titles and sheet names arrive unchanged in the record`() throws {
        let record = try record(PreviewPage(title: "Film", tiles: hostile.map { tile(sheet: $0, title: $0) }))
        #expect(record.tiles.map(\.title) == hostile)
        #expect(record.sheets.map(\.name) == hostile)
    }

    @Test func `hostile text in the record does not end its script or a line of it`() throws {
        let html = PreviewPage(title: "Film", tiles: hostile.map { tile(sheet: $0, title: $0) }).html()
        let inlined = try between("id=\"record\">", "</script>\n<script>\n'use strict'", in: html)
        #expect(!inlined.contains("<"))
        for scalar in inlined.unicodeScalars {
            #expect(scalar == "\n" || scalar.value >= 0x20)
            #expect(scalar.value != 0x2028 && scalar.value != 0x2029 && scalar.value != 0x7F)
        }
    }

    @Test func `the number of elements does not depend on the title`() {
        func tags(_ title: String) -> Int {
            PreviewPage(title: title, tiles: [tile(title: title)]).html().components(separatedBy: "<").count
        }
        for title in hostile { #expect(tags(title) == tags("plain"), "\(title)") }
    }

    @Test func `the title is escaped in head and heading`() throws {
        let html = PreviewPage(title: "<b> & \"c\" 'd'\0\u{1B}[1m\u{7}\u{9B}", tiles: []).html()
        let escaped = "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\u{FFFD}\u{FFFD}[1m\u{FFFD}\u{FFFD}"
        #expect(try between("<title>", "</title>", in: html) == escaped)
        #expect(try between("<h1 dir=\"auto\">", "</h1>", in: html) == escaped)
    }

    @Test func `the page loads no external resource`() {
        let html = PreviewPage(title: "Film", tiles: [tile()]).html()
        for word in ["http:", "https:", "//", " src=", "@import", "<link", "fetch(", "XMLHttpRequest"] {
            let comments = word == "//"
            let found = comments ? html.replacing("// ", with: "").contains(word) : html.contains(word)
            #expect(!found, "\(word)")
        }
    }

    @Test func `a film is named once, and escaped`() throws {
        let plain = PreviewPage(title: "Film", tiles: [tile()]).html()
        for film in hostile {
            let html = PreviewPage(title: "Film", tiles: [tile()], film: film).html()
            #expect(html.components(separatedBy: "src=").count == 2)
            let url = try between("<video id=\"film\" src=\"", "\" controls", in: html)
            #expect(!url.contains("<") && !url.contains("\""))
            #expect(html.components(separatedBy: "<video").count == 2)
        }
        #expect(!plain.contains("<video") && !plain.contains("#film"))
    }

    @Test func `a page with a film shows the same tiles`() throws {
        let tiles = [tile(start: 4_000, end: 397_000)]
        let (plain, film) = (
            PreviewPage(title: "Film", tiles: tiles), PreviewPage(title: "Film", tiles: tiles, film: "f.mp4")
        )
        #expect(try record(plain).tiles.map(\.start_ms) == record(film).tiles.map(\.start_ms))
    }

    @Test func `the scrub bar is a slider for keyboard and screen reader`() throws {
        let html = PreviewPage(title: "Film", tiles: [tile()]).html()
        let bar = try between("<div id=\"bar\"", ">", in: html)
        for attribute in ["role=\"slider\"", "tabindex=\"0\"", "aria-label=", "aria-valuemin=\"0\""] {
            #expect(bar.contains(attribute), "\(attribute)")
        }
        for key in ["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"] { #expect(html.contains(key)) }
        #expect(html.contains("prefers-color-scheme: dark"))
    }

    @Test func `a page without tiles has an empty record`() throws {
        let record = try record(PreviewPage(title: "Film", tiles: []))
        #expect(record.tiles.isEmpty)
        #expect(record.sheets.isEmpty)
    }

    @Test func `the same tiles give the same page`() {
        let tiles = (0..<40).map { tile(start: Int64($0) * 1_000, sheet: "sheet-\($0 / 7).jpg") }
        #expect(PreviewPage(title: "Film", tiles: tiles).html() == PreviewPage(title: "Film", tiles: tiles).html())
    }
}
