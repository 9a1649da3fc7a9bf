import ScrubFixtures
import Testing
import TiledJPEG

@testable import PlayerFormats

@Suite struct FileKindTests {
    @Test(arguments: [
        ("<!DOCTYPE HTML>", FileKind.html), ("\u{FEFF}\r\n <Html lang=en>", .html), ("<head>", .html),
        ("<?xml version=\"1.0\"?><Error>", .xml), ("<Error><Code>AccessDenied", .xml), (" [\n", .json), ("{", .json),
        ("", .empty), (" \n\t", .empty), ("WEBVTT", .other), ("GIF89a", .picture(.gif)), ("<htm", .other),
    ])
    func `a file's kind is recognized by its first bytes`(text: String, content: FileKind) {
        #expect(FileKind(sniffing: Array(text.utf8)) == content)
    }

    @Test func `pictures are named by their format`() {
        #expect(FileKind(sniffing: DrawnSheet.picture(seed: 0)).name == "a picture (jpeg)")
        #expect(FileKind(sniffing: [0xFF]).name == nil)
    }
}
