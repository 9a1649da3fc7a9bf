import Foundation
import Testing

/// Lengths of pages, and words that plain technical English does not need.
struct DocumentationProseTests {
    nonisolated(unsafe) private static let patterns: [Regex<AnyRegexOutput>] = [
        Regex(/^(- )?(\*\*)?(What|Who|Whose|How far|How long|How many|Nobody|Nothing)\b/),
        Regex(/\b(what|who) (is|are|has|was|comes|lies|stands|it|they)\b/),
        Regex(/\b(is|are) (no|none)\b/), Regex(/\b(tell|tells|told)\b/), Regex(/\bso (many|long|often)\b(?! as| that)/),
        Regex(/\b(come to its end|taken back|let go of|is gone|can be had)\b/), Regex(/\bof (others|its own|theirs)\b/),
        Regex(/\b([Nn]obody|[Ss]omebody)\b/), Regex(/\bstands (beside|behind|before)\b/),
    ]

    // The texts of settings are those of `mosaic help serve`.
    @Test(arguments: try DocumentedPage.all().filter { !$0.hasSuffix("/Settings.md") })
    func `prose names actors and facts`(path: String) throws {
        for line in try DocumentedPage(path).prose {
            for pattern in Self.patterns {
                let match = try pattern.firstMatch(in: line.text)
                #expect(match == nil, "\(path):\(line.number): \(line.text)")
            }
        }
    }

    @Test func `README is read in a few minutes`() throws {
        let page = try DocumentedPage("README.md")
        #expect(page.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 221)
        #expect(page.text.split(whereSeparator: \.isWhitespace).count <= 1_600)
        let contributing = try DocumentedPage("CONTRIBUTING.md").text
        #expect(contributing.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test(arguments: try DocumentedPage.all())
    func `lines of prose have at most 120 columns, and guides 200 lines`(path: String) throws {
        let page = try DocumentedPage(path)
        for line in page.prose where !line.text.hasPrefix("|") {
            #expect(line.text.count <= 120, "\(path):\(line.number)")
        }
        guard path.hasPrefix("Sources/Mosaic/") || path.hasPrefix("Sources/MosaicServer/") else { return }
        #expect(page.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201, "\(path)")
    }
}
