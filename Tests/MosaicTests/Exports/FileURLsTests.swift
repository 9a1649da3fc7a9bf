import Testing

@testable import Mosaic

struct FileURLsTests {
    @Test func `a path is percent-encoded but for unreserved characters and slashes`() {
        #expect(FileURLs.relative("sheet-0.1f.jpg") == "sheet-0.1f.jpg")
        #expect(FileURLs.relative("320 - 5x5/0.jpg") == "320%20-%205x5/0.jpg")
        #expect(FileURLs.relative("a\u{0}é?#%") == "a%00%C3%A9%3F%23%25")
    }

    @Test func `a base precedes the path`() {
        #expect(FileURLs.below("https://cdn.example/film/")("160/a b.jpg") == "https://cdn.example/film/160/a%20b.jpg")
    }
}
