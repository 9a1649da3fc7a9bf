import Foundation
import Mosaic
import Testing

struct PreviewPageSourceTests {
    private struct Facts: Decodable, Equatable {
        let url: String
        let query: String
        let tag: String?
        var expected = 0
    }

    private let page = PreviewPage(
        title: "Film",
        tiles: [
            PreviewPage.Tile(
                start: 0, end: nil, sheet: .init(url: "sheet-0.jpg", width: 256, height: 144), x: 0, y: 0, width: 256,
                height: 144)
        ])

    /// Reads the facts for the page's script as a browser does: to the first `</script`, and then as JSON.
    private func facts(_ source: PreviewPage.Source) throws -> Facts {
        let html = page.html(following: source)
        let start = try #require(html.range(of: "<script type=\"application/json\" id=\"source\">"))
        let end = try #require(
            html.range(of: "</script", options: .caseInsensitive, range: start.upperBound..<html.endIndex))
        return try JSONDecoder().decode(Facts.self, from: Data(html[start.upperBound..<end.lowerBound].utf8))
    }

    @Test func `a page without a source requests no record`() {
        #expect(page.html(following: nil) == page.html())
        #expect(!page.html().contains("id=\"source\"") && !page.html().contains("fetch("))
    }

    @Test func `the page has the URL, query and entity tag of the record unchanged`() throws {
        let source = PreviewPage.Source(
            url: "mosaic.json?exp=1&sig=a%2Fb", sheetQuery: "?exp=1&sig=a", entityTag: "\"7f\"")
        #expect(try facts(source) == Facts(url: "mosaic.json?exp=1&sig=a%2Fb", query: "?exp=1&sig=a", tag: "\"7f\""))
        let first = PreviewPage.Source(url: "mosaic.json", sheetQuery: "", entityTag: nil)
        #expect(try facts(first) == Facts(url: "mosaic.json", query: "", tag: nil))
        let growing = PreviewPage.Source(url: "mosaic.json", sheetQuery: "", entityTag: nil, expected: 12)
        #expect(try facts(growing) == Facts(url: "mosaic.json", query: "", tag: nil, expected: 12))
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!--<script>", "\"},{\"", "back\\slash", "\u{2028}line", "a\u{0}b\r\n",
        "&amp;",
        "${x}`",
    ])
    func `hostile text does not end the script or change other facts`(text: String) throws {
        let source = PreviewPage.Source(url: text, sheetQuery: text, entityTag: text)
        #expect(try facts(source) == Facts(url: text, query: text, tag: text))
        let plain = PreviewPage.Source(url: "a", sheetQuery: "b", entityTag: nil)
        let count = { (html: String) in html.matches(of: /<\/?script|<!--/).count }
        #expect(count(page.html(following: source)) == count(page.html(following: plain)))
    }

    @Test func `the page is followed by the script that follows, and is otherwise the same`() throws {
        let source = PreviewPage.Source(url: "mosaic.json", sheetQuery: "", entityTag: nil)
        let (plain, following) = (page.html(), page.html(following: source))
        let end = try #require(plain.range(of: "</script>\n</body>")).lowerBound
        #expect(following.hasPrefix(plain[..<end]))
        #expect(following.hasSuffix("</script>\n</body>\n</html>\n"))
        // The page's own script comes first: what follows uses its functions.
        let functions = try #require(following.range(of: "const show = "))
        let use = try #require(following.range(of: "show(grown)"))
        #expect(functions.upperBound < use.lowerBound)
    }
}
