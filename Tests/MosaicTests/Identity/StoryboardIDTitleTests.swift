import Foundation
import Testing

@testable import Mosaic

struct StoryboardIDTitleTests {
    private func id(_ title: String, at path: String = "/films/a.mkv") -> String {
        StoryboardID(titled: title, at: RecordedSource(path: path)).rawValue
    }

    @Test(arguments: [
        ("The X (1974)", "the-x-1974"), ("Größe Glück", "groesse-glueck"), ("Gro\u{308}ße", "groesse"),
        ("Amélie  – Le fabuleux destin", "amelie-le-fabuleux-destin"), ("Ocean's 11", "oceans-11"),
        ("..hidden", "hidden"),
        ("日本", "film"), ("日本 2", "2"), ("", "film"), ("A-b_c.d~e", "a-b-c-d-e"), ("Łódź", "lodz"), ("ﬁn ①", "n"),
    ])
    func `a title becomes words of letters and digits, and six characters of a hash`(_ title: String, _ slug: String) {
        #expect(id(title).dropLast(7) == slug)
        #expect(id(title).suffix(7).wholeMatch(of: /-[a-z2-7]{6}/) != nil, "\(id(title))")
    }

    @Test func `films of one title have ids of their own, each the same every time`() {
        #expect(id("Film", at: "/a/film.mkv") != id("Film", at: "/b/film.mkv"))
        #expect(id("Film", at: "/a/film.mkv") != id("Film", at: "/a/film.mp4"))
        #expect(id("Film", at: "/a/film.mkv") == id("Film", at: "/a/x/../film.mkv"))
    }

    @Test func `a long title is cut`() {
        let long = id(String(repeating: "long title ", count: 50))
        #expect(long.utf8.count <= 88 && StoryboardID(rawValue: long) != nil)
    }
}
