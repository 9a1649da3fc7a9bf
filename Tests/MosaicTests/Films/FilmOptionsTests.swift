import FilmProtocol
import Foundation
import Testing

@testable import Mosaic

struct FilmOptionsTests {
    private func text(_ source: Mosaic.ScreenshotSource) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(source), as: UTF8.self)
    }

    @Test func `a source of a folder is written as before there were films`() throws {
        #expect(try text(Mosaic.ScreenshotSource(folder: "a")) == #"{"folder":"a","start_ms":0}"#)
    }

    @Test(
        arguments: [
            ("{}", FilmOptions()), (#"{"count":7}"#, options { $0.count = 7 }),
            (#"{"chapters":true}"#, options { $0.chapters = .container }),
            (
                #"{"chapter_language":"de-AT","chapters":true}"#,
                options { ($0.chapters, $0.chapterLanguage) = (.container, ChapterLanguage("de-AT")) }
            ),
            (#"{"chapters_file":"/a/b"}"#, options { $0.chapters = .file("/a/b") }),
            (
                #"{"avoid_blank":false,"exactness":"never"}"#,
                options { ($0.exactness, $0.avoidsBlank) = (.never, false) }
            ),
        ])
    func `options are written and read`(json: String, options: FilmOptions) throws {
        var source = Mosaic.ScreenshotSource(folder: "a")
        source.film = options
        let whole =
            options == FilmOptions() ? #"{"folder":"a","start_ms":0}"# : #"{"film":\#(json),"folder":"a","start_ms":0}"#
        #expect(try text(source) == whole)
        #expect(try JSONDecoder().decode(FilmOptions.self, from: Data(json.utf8)) == options)
        #expect(try JSONDecoder().decode(Mosaic.ScreenshotSource.self, from: Data(whole.utf8)) == source)
    }

    private static func options(_ change: (inout FilmOptions) -> Void) -> FilmOptions {
        var options = FilmOptions()
        change(&options)
        return options
    }

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
