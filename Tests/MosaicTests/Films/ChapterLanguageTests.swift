import FilmProtocol
import Testing

@testable import Mosaic

struct ChapterLanguageTests {
    @Test func `a tag has a language and subtags`() {
        for tag in ["de", "ger", "deu", "de-AT", "zh-Hant-TW", "DE", "mul"] {
            #expect(ChapterLanguage(tag) != nil, "\(tag)")
        }
        for text in ["", "d", "de_AT", "de-", "-de", "d1", "languages", "dé"] {
            #expect(ChapterLanguage(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("de", "Kapitel"), ("ger", "Kapitel"), ("DEU", "Kapitel"), ("de-CH", "Kapitel"), ("de-at", "Kapiteln"),
        ("zho", "章"), ("chi", "章"), ("en", "Chapter"), ("fr", nil), ("gsw", "Kapitu"),
    ])
    func `a title is found by the codes of its language`(_ tag: String, _ expected: String?) throws {
        let titles = [
            ("eng", "Chapter"), ("ger", "Kapitel"), ("de-AT", "Kapiteln"), ("zh-Hant", "章"), ("gsw", "Kapitu"),
            ("", "none"),
        ].map { FilmHeader.Title(language: $0, text: $1) }
        let chapter = FilmHeader.Chapter(start: 0, title: "Chapter", titles: titles)
        #expect(try #require(ChapterLanguage(tag)).title(of: chapter) == expected)
    }
}
