import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// Files and output of `mosaic compose`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeCommandTests {
    private let workplace = Workplace()

    @Test func `composing the sample prints its size, and a line to paste for each player`() throws {
        let run = try workplace.run("compose", Workplace.sample, "-o", "out")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty, "in a pipe there is neither a progress bar nor anything to complain about")
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 7)
        #expect(lines[0].hasPrefix("12 tiles of 256x144 on 1 sheet (5x5, "))
        #expect(lines[0].hasSuffix(" KiB): out/thumbnails.vtt"))
        let element = #"<track kind="metadata" label="thumbnails" src="thumbnails.vtt" default>"#
        #expect(lines[1].wholeMatch(of: /It took \d+\.\d s\./) != nil)
        #expect(lines[2] == "In a player:  \(element)")
        #expect(lines[3].hasSuffix("<media-video-layout thumbnails=\"thumbnails.vtt\"></media-video-layout>"))
        #expect(lines[4].hasSuffix(#"{ previewThumbnails: { enabled: true, src: "thumbnails.vtt" } })"#))
        #expect(lines[5].hasSuffix(#"player.addThumbnailsTrack(new URL("thumbnails.vtt", location).href)"#))
    }

    @Test func `quiet says nothing at all where it succeeds, and all of it where not`() throws {
        try workplace.draw(1...2)
        try workplace.folder.write([1], to: "shots/ch3_30s.jpg")
        let quiet = try workplace.compose("--quiet")
        #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
        let failing = try workplace.compose("-q", "--strict")
        #expect(failing.status == 65 && failing.output.isEmpty && failing.errors.hasPrefix("mosaic: ch3_30s.jpg: "))
    }

    @Test func `many skipped files are counted, not listed`() throws {
        try workplace.draw(1...1)
        for number in 1...7 { try workplace.folder.write([], to: "shots/other\(number).txt") }
        let lines = try workplace.compose().errors.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.last == "mosaic: 2 more files were skipped; --json names them.")
    }

    @Test func `a preview page comes when it is asked for and goes when it is out of date`() throws {
        try workplace.draw(1...2)
        let run = try workplace.compose("--preview")
        let page = try workplace.text(of: "out/preview.html")
        let sheet = try workplace.sheets()[0]
        #expect(page.lowercased().hasPrefix("<!doctype html>") && page.contains(sheet))
        let url = URL(filePath: workplace.folder.path("out/preview.html")).absoluteString
        #expect(run.output.split(separator: "\n").last == "Look at it:   \(url)")
        try workplace.compose()
        #expect(!workplace.folder.holds("out/preview.html"))
    }

    @Test func `foreign files under the names of a page and of exports stay, and the exit status says so`() throws {
        try workplace.draw(1...2)
        for (name, option, status) in [
            ("preview.html", "--preview", 1), ("hls.m3u8", "--export=hls", 2),
        ] as [(String, String, Int32)] {
            try workplace.folder.makeFolder("out")
            try workplace.folder.write(Array("mine".utf8), to: "out/\(name)")
            let run = try workplace.compose(option)
            #expect(run.status == status && run.errors.contains("\(name): Another file has the name"), "\(run)")
            #expect(try workplace.text(of: "out/\(name)") == "mine")
        }
        let page = try workplace.compose("--preview").errors
        #expect(page == "mosaic: out/preview.html: Another file has the name; move it, or leave out the page.\n")
    }

    @Test func `other tables have to be asked for twice`() throws {
        try workplace.draw(1...3)
        try workplace.compose("--tables", "annex-k")
        let before = try workplace.folder.contents(of: "out")
        // The record of a later run also holds the versions of screenshots, which have not just been written by then.
        let pictures = before.filter { $0.key != "mosaic.json" }
        let refused = try workplace.run("compose", "shots", "-o", "out", "--tables", "thumbnails-1")
        #expect(refused.status == 64 && refused.output.isEmpty)
        #expect(refused.errors.contains("tables annex-k, not thumbnails-1; --regrid"))
        // Without a wish the recorded tables are kept.
        #expect(try workplace.run("compose", "shots", "-o", "out").status == 0)
        #expect(try workplace.folder.contents(of: "out").filter { $0.key != "mosaic.json" } == pictures)
        #expect(try workplace.run("compose", "shots", "-o", "out", "--regrid", "--width", "40").status == 0)
        #expect(try workplace.text(of: "out/mosaic.json").contains(#""tables": "thumbnails-1""#))
        #expect(try workplace.run("compose", "shots", "-o", "out", "--tables", "annex-l").status == 64)
    }

    @Test func `other sizes have to be asked for twice`() throws {
        try workplace.draw(1...3)
        try workplace.compose()
        let before = try workplace.folder.contents(of: "out")
        let pictures = before.filter { $0.key != "mosaic.json" }
        let refused = try workplace.run("compose", "shots", "-o", "out", "--width", "80")
        #expect(refused.status == 64 && refused.output.isEmpty)
        #expect(refused.errors.contains("40x23") && refused.errors.contains("--regrid"))
        #expect(try workplace.folder.contents(of: "out") == before)
        // Without a wish the recorded sizes are kept.
        #expect(try workplace.run("compose", "shots", "-o", "out").status == 0)
        #expect(try workplace.folder.contents(of: "out").filter { $0.key != "mosaic.json" } == pictures)
        #expect(try workplace.run("compose", "shots", "-o", "out", "--width", "80", "--regrid").status == 0)
        #expect(try WrittenTrack(workplace).rects.allSatisfy { $0.width == 80 })
    }

    @Test func `content is verified where that is asked for`() throws {
        try workplace.draw(1...3)
        try workplace.compose()
        let name = "out/" + (try workplace.sheets()[0])
        let bytes = try workplace.folder.read(name)
        var rotten = bytes
        rotten[bytes.count / 2] ^= 1
        try workplace.folder.write(rotten, to: name)
        #expect(try workplace.compose().status == 0)
        #expect(try workplace.folder.read(name) == rotten, "its size is right")
        #expect(try workplace.compose("--verify-content").status == 0)
        #expect(try workplace.folder.read(name) == bytes)
    }

    @Test func `a title and an id are recorded`() throws {
        try workplace.draw(1...1)
        #expect(try workplace.compose("--id", "film-7", "--title", "Das \"Ende\"").status == 0)
        let record = try JSONReport(workplace.text(of: "out/mosaic.json"))
        #expect(record.text("id") == "film-7" && record.text("title") == "Das \"Ende\"")
        #expect(record["duration_ms"] is NSNull)
    }

    // util-linux's `script` gives the tool a terminal; without it the test is skipped.
    @Test(.enabled(if: Terminal.isAvailable, "script or /dev/pts is absent"))
    func `on a terminal there is a progress bar, gone at the end`() throws {
        try workplace.draw(1...3)
        let text = try Terminal.run(["compose", "shots", "-o", "out"], in: workplace.folder)
        #expect(text.contains("\r[##############################] 3/3"))
        let bar = try #require(text.range(of: "\r\u{1B}[K", options: .backwards))
        #expect(text[bar.upperBound...].contains("3 tiles of"))
        let quiet = try Terminal.run(["compose", "shots", "-o", "out", "--quiet"], in: workplace.folder)
        #expect(!quiet.contains("[#"))
    }
}
