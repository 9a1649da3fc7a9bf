import Foundation
import Mosaic
import Seeded
import Testing

struct StoryboardIDTests {
    @Test(arguments: ["xlumX1Wtzrg", "a", "_", "~x", "-", "0", "A-b.c_d~e", "a..b", String(repeating: "x", count: 128)])
    func `an id of allowed characters is unchanged`(text: String) {
        #expect(StoryboardID(rawValue: text)?.rawValue == text)
        #expect(StoryboardID(naming: text).rawValue == text)
    }

    @Test(
        arguments: [
            "", ".", "..", ".hidden", "../x", "a/b", "a\\b", "a b", "a%2Fb", "a\0", "a\n", "a\u{301}", "ü", "日本", "a?b",
            "a#b", "a:b", "a+b", "ａ", String(repeating: "x", count: 129),
        ])
    func `any other text is not an id, but a valid id is derived from it`(text: String) throws {
        #expect(StoryboardID(rawValue: text) == nil)
        let derived = StoryboardID(naming: text)
        #expect(StoryboardID(rawValue: derived.rawValue) == derived, "a derived id is an id")
        #expect(StoryboardID(naming: text) == derived, "the same name gives the same id")
    }

    @Test func `a derived id keeps the allowed characters and ends in a hash`() {
        #expect(
            StoryboardID(naming: "My holiday, part 2").rawValue.wholeMatch(of: /My-holiday-part-2-[0-9a-f]{12}/) != nil)
        #expect(StoryboardID(naming: "..secret").rawValue.hasPrefix("-"))
    }

    @Test func `similar texts give different ids`() {
        let names = ["a b", "a  b", "a/b", "a\\b", "a?b", "ä", "a\u{308}", "", " ", "日本", "本日", "a b ", ".a", "..a"]
        #expect(Set(names.map { StoryboardID(naming: $0) }).count == names.count)
        let long = String(repeating: "x", count: 200)
        #expect(StoryboardID(naming: long + "1") != StoryboardID(naming: long + "2"))
    }

    @Test func `no name leads to an id that is too long or otherwise wrong`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let length = Int.random(in: 0...300, using: &random)
            let scalars = (0..<length).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random)) }
            let name = String(String.UnicodeScalarView(scalars))
            #expect(StoryboardID(rawValue: StoryboardID(naming: name).rawValue) != nil)
        }
    }

    @Test func `an id is one string in a document, and a bad one is refused`() throws {
        let id = try #require(StoryboardID(rawValue: "film-1"))
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == #"["film-1"]"#)
        #expect(try JSONDecoder().decode([StoryboardID].self, from: Data(#"["film-1"]"#.utf8)) == [id])
        for text in [#"["../x"]"#, #"[""]"#, #"[7]"#, #"[null]"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([StoryboardID].self, from: Data(text.utf8))
            }
        }
    }
}
