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

    @Test func `a document of a further width names files from its own folder`() {
        #expect(FileURLs.relative("160/sheet-0.jpg", in: "160") == "sheet-0.jpg")
        #expect(FileURLs.relative("sheet-0.jpg", in: "160") == "../sheet-0.jpg")
        #expect(
            FileURLs.below("https://cdn.example/film/")("160/a.jpg", in: "160") == "https://cdn.example/film/160/a.jpg")
    }

    @Test func `the number in a template of DASH stays as it is`() {
        #expect(FileURLs.relative("dash/1/$Number$.jpg") == "dash/1/$Number$.jpg")
    }
}
