import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic

/// The recorded source of a storyboard.
struct RecordedSourceTests {
    private func source(_ path: String) -> RecordedSource { RecordedSource(of: Mosaic.ScreenshotSource(folder: path)) }

    @Test func `a written source is read back and does not contain its path`() throws {
        let source = source("/mnt/secret/films/film \"7\"")
        #expect(RecordedSource(parsing: source.encoded()) == source)
        #expect(source.name == "film \"7\"")
        #expect(!String(decoding: source.encoded(), as: UTF8.self).contains("secret"))
    }

    @Test func `two paths to one folder are one source, and two folders of one name are two`() {
        #expect(source("/mnt/films/a") == source("/mnt/films/x/../a/"))
        #expect(source("/mnt/disk1/a") != source("/mnt/disk2/a"))
        #expect(source("/mnt/disk1/a").name == source("/mnt/disk2/a").name)
    }

    @Test func `a link to a film is a separate source, and a link to a folder is that folder`() throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("a")
        try folder.write([1], to: "a/film.mkv")
        for (link, target) in [("b", "a"), ("a/link.mkv", "film.mkv")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        #expect(source(folder.path("b/film.mkv")) == source(folder.path("a/film.mkv")))
        #expect(source(folder.path("a/link.mkv")) != source(folder.path("a/film.mkv")))
        #expect(source(folder.path("b")) == source(folder.path("a")))
    }

    @Test(arguments: ["", "{}", "[]", #"{"name": "a"}"#, #"{"name": "a", "path_sha256": "12"}"#, "{\"name\": \"a\""])
    func `an invalid file gives no source`(text: String) {
        #expect(RecordedSource(parsing: Array(text.utf8)) == nil)
    }
}
