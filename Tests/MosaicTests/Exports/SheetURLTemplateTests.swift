import CryptoOracle
import Foundation
import MosaicFixtures
import Seeded
import Testing

@testable import Mosaic

struct SheetURLTemplateTests {
    private let secret = "a secret of the CDN alone"

    private func urls(_ template: String, id: String = "film-7", secret: String? = nil) throws -> FileURLs? {
        var track = TrackSettings()
        track.sheetURL = try SheetURLTemplate(template)
        let storyboard = try DrawnStoryboard(id: id, track: track).storyboard()
        return storyboard.fileURLs(try secret.map { try SheetURLSecret($0) })
    }

    /// The signature as the documentation of the template describes it, by another library.
    private func signature(of text: String) -> String {
        CryptoOracle.hmacSHA256(Array(text.utf8), key: Array(secret.utf8))
            .map { String(format: "%02x", $0) }.joined()
    }

    @Test func `path and id take the places of their names, percent-encoded`() throws {
        let urls = try #require(try urls("https://cdn.example/f/{id}/{path}?v=2", id: "film~7"))
        #expect(urls("trickplay/320 - 5x5/0.jpg") == "https://cdn.example/f/film~7/trickplay/320%20-%205x5/0.jpg?v=2")
        #expect(urls("160/sheet-0.jpg", in: "160") == "https://cdn.example/f/film~7/160/sheet-0.jpg?v=2")
    }

    @Test func `a signature is over the path of the URL`() throws {
        let urls = try #require(try urls("https://cdn.example/{path}?{signature}", secret: secret))
        #expect(urls("a b.jpg") == "https://cdn.example/a%20b.jpg?signature=\(signature(of: "/a%20b.jpg"))")
    }

    @Test func `a query before the signature is signed with the path`() throws {
        let urls = try #require(
            try urls("https://cdn.example/{id}/{path}?expires=1900000000&{signature}", secret: secret))
        let expected = signature(of: "/film-7/sheet-0.jpg?expires=1900000000")
        #expect(
            urls("sheet-0.jpg")
                == "https://cdn.example/film-7/sheet-0.jpg?expires=1900000000&signature=\(expected)")
    }

    @Test func `numbered files are signed as their folder`() throws {
        let urls = try #require(try urls("/cdn/{path}?{signature}", secret: secret))
        #expect(urls("dash/1f/$Number$.jpg") == "/cdn/dash/1f/$Number$.jpg?signature=\(signature(of: "/cdn/dash/1f/"))")
    }

    @Test func `a folder below has the same template with its name, and so the same URLs`() throws {
        let template = try SheetURLTemplate("https://cdn.example/{id}/{path}?{signature}")
        let below = template.inFolder("160")
        #expect(below.description == "https://cdn.example/{id}/160/{path}?{signature}")
        #expect(try SheetURLTemplate(recorded: below.description) == below)
        let (id, secret) = (StoryboardID(naming: "film"), try SheetURLSecret(secret))
        #expect(below.url(of: "a.jpg", id, signature: "0") == template.url(of: "160/a.jpg", id, signature: "0"))
        #expect(below.signature(of: "a.jpg", id, secret) == template.signature(of: "160/a.jpg", id, secret))
    }

    @Test func `without the secret there are no URLs that need one`() throws {
        #expect(try urls("/cdn/{path}?{signature}") == nil)
        #expect(try urls("/cdn/{path}") != nil)
    }

    @Test func `a template makes URLs without a storyboard, and asks for the secret that it needs`() throws {
        let id = StoryboardID(naming: "film-7")
        let template = try SheetURLTemplate("https://cdn.example/{id}/{path}?{signature}")
        let urls = try template.urls(of: id, SheetURLSecret(secret))
        let expected = signature(of: "/film-7/160/a.jpg")
        #expect(urls("160/a.jpg", in: "160") == "https://cdn.example/film-7/160/a.jpg?signature=\(expected)")
        let error = #expect(throws: MosaicError.self) { try template.urls(of: id, nil) }
        #expect(error?.code == .invalidSettings)
        #expect(try SheetURLTemplate("/cdn/{path}").urls(of: id, nil)("a.jpg") == "/cdn/a.jpg")
    }

    @Test(arguments: [
        "", "https://cdn.example/", "https://cdn.example/{path}/{path}", "https://cdn.example/{path}#x",
        "https://cdn.example/{path} ", "https://cdn.example/{path}.jpg", "https://cdn.example/{name}/{path}",
        "https://cdn.example/{id}/{id}/{path}", "https://cdn.example/{path}?{id}",
        "https://cdn.example/{path}{signature}",
        "https://cdn.example/{path}?{signature}&a=b", "https://cdn.example/{path}&{signature}",
        "https://cdn.example/{path}?a=b?{signature}", "https://cdn.example?x={path}", "{path}?{signature}",
        "https://{path}?{signature}", "https://cdn.example/ü/{path}", "https://cdn.example/-->/{path}",
        "https://cdn.example/\n{path}", "/" + String(repeating: "a", count: 2_048) + "{path}",
    ])
    func `a template that cannot be right is refused`(text: String) {
        let error = #expect(throws: MosaicError.self) { try SheetURLTemplate(text) }
        #expect(error?.code == .invalidSettings)
    }

    @Test func `a record keeps template and signatures, and its track needs no secret`() throws {
        var track = TrackSettings()
        track.sheetURL = try SheetURLTemplate("https://cdn.example/{path}?{signature}")
        let drawn = try DrawnStoryboard(track: track).storyboard()
        #expect(throws: MosaicError.self) { try drawn.signed(nil) }
        let storyboard = try drawn.signed(try SheetURLSecret(secret))
        let read = try Storyboard(parsing: storyboard.record())
        #expect(read == storyboard)
        #expect(!String(decoding: storyboard.record(), as: UTF8.self).contains(secret))
        let text = String(decoding: read.trackDocument(), as: UTF8.self)
        for sheet in read.sheets {
            let url = "https://cdn.example/\(sheet.name)?signature=\(signature(of: "/\(sheet.name)"))#xywh="
            #expect(text.contains(url), "\(url)")
        }
        #expect(try read.signed(nil) == read)
    }

    @Test func `a publication without the signatures that its template wants is refused`() async throws {
        var track = TrackSettings()
        track.sheetURL = try SheetURLTemplate("https://cdn.example/{path}?{signature}")
        let storyboard = try DrawnStoryboard(track: track).storyboard()
        let folder = TemporaryFolder()
        let publisher = StoryboardPublisher(in: FolderStore(path: folder.path("out")), folder: nil, previous: nil)
        let error = await #expect(throws: MosaicError.self) {
            try await publisher.publish(storyboard, sheets: [], keepingOld: 0, now: Date(timeIntervalSince1970: 0))
        }
        #expect(error?.code == .invalidSettings)
        #expect(try folder.contents().isEmpty)
    }

    @Test func `signatures equal the signatures of OpenSSL`() throws {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<200 {
            let secret = String(
                decoding: (0..<Int.random(in: 16...200, using: &random)).map { _ in
                    UInt8.random(in: 33...126, using: &random)
                }, as: UTF8.self)
            let text = "/films/\(Int.random(in: 0...1_000_000, using: &random))/sheet-0.jpg"
            let code = CryptoOracle.hmacSHA256(Array(text.utf8), key: Array(secret.utf8))
            #expect(try SheetURLSecret(secret).signature(of: text[...]) == Hexadecimal.text(of: code))
        }
    }

    @Test(arguments: [0, 15, 4_097])
    func `a secret of that length is refused, and its text is in no error`(length: Int) {
        let error = #expect(throws: MosaicError.self) {
            try SheetURLSecret(String(repeating: "s", count: length))
        }
        #expect(error?.code == .invalidSettings && error?.subject == "MOSAIC_SHEET_URL_SECRET")
    }

    @Test func `a secret is not printed`() throws {
        let secret = try SheetURLSecret("correct horse battery staple")
        var settings = CompositionSettings()
        settings.sheetURLSecret = secret
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\(settings)"] {
            #expect(!text.contains("horse") && !text.contains("99, 111"), "\(text)")
        }
    }
}
