import Foundation
import Testing

@testable import ScrubPreview

@Suite struct SheetListTests {
    private func resolve(_ text: String, _ base: String = "https://a.example/x/y/t.vtt?token=1") throws -> String? {
        var list = SheetList(base: try #require(URL(string: base)))
        return list.index(of: text).map { list.urls[$0].absoluteString }
    }

    @Test(arguments: [
        ("s.jpg", "https://a.example/x/y/s.jpg"), ("../s.jpg?v=2&w=%20", "https://a.example/x/s.jpg?v=2&w=%20"),
        ("/s.jpg", "https://a.example/s.jpg"), ("//b.example/s.jpg", "https://b.example/s.jpg"),
        ("http://c.example/s.jpg", "http://c.example/s.jpg"), ("a b.jpg", "https://a.example/x/y/a%20b.jpg"),
        ("schön.jpg", "https://a.example/x/y/sch%C3%B6n.jpg"),
    ])
    func `addresses resolve against the track's`(text: String, expected: String) throws {
        #expect(try resolve(text) == expected)
    }

    @Test func `each address is kept once in any spelling`() throws {
        var list = SheetList(base: try #require(URL(string: "https://a.example/x/t.vtt")))
        #expect(list.index(of: "s.jpg") == 0)
        #expect(list.index(of: "r.jpg") == 1)
        #expect(list.index(of: "https://a.example/x/s.jpg") == 0)
        #expect(list.index(of: "s.jpg") == 0)
        #expect(list.urls.count == 2)
    }

    @Test func `a local track names local files`() throws {
        #expect(try resolve("s.jpg", "file:///films/t.vtt") == "file:///films/s.jpg")
    }
}
