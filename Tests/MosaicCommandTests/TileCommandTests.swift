import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct TileCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...7)
    }

    /// Writes a track of one cue beside the sheets.
    private func writeTrack(_ payload: String) throws {
        try workplace.folder.write(Array("WEBVTT\n\n00:00.000 --> 00:10.000\n\(payload)\n".utf8), to: "out/one.vtt")
    }

    private func expectRefusal(
        _ payload: String, status: Int32, says: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try writeTrack(payload)
        let run = try workplace.run("tile", "out/one.vtt", "5", "-o", "tile.jpg")
        #expect(run.status == status && run.output.isEmpty, "\(payload)", sourceLocation: sourceLocation)
        #expect(run.errors.hasPrefix("mosaic: ") && run.errors.contains(says), sourceLocation: sourceLocation)
        #expect(!workplace.folder.holds("tile.jpg"), sourceLocation: sourceLocation)
    }

    @Test(arguments: ["420", "444"])
    func `a tile has the very pixels of its place on the sheet`(chroma: String) throws {
        #expect(try workplace.compose("--chroma", chroma).status == 0)
        let track = try WrittenTrack(workplace)
        let sheets = try track.urls.map { url in
            try #require(SheetPixels(jpeg: workplace.folder.read("out/" + url), smoothingChroma: false))
        }
        for (index, rect) in track.rects.enumerated() {
            let time = "\(10 * (index + 1))"
            let run = try workplace.run("tile", "out/thumbnails.vtt", time, "-o", "tile.jpg")
            #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
            let tile = try #require(SheetPixels(jpeg: workplace.folder.read("tile.jpg"), smoothingChroma: false))
            #expect(tile.warnings == 0 && tile.size == rect.size)
            #expect(tile.rgb == sheets[index].part(rect))
            let whole = PixelRect(x: 0, y: 0, width: rect.width, height: rect.height)
            #expect(tile.difference(from: DrawnScreenshot(number: index + 1), at: whole) < 12)
        }
    }

    @Test func `sheets with absolute URLs are looked for beside the track`() throws {
        #expect(try workplace.compose("--base-url", "https://cdn.example/film").status == 0)
        #expect(try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", "tile.jpg").status == 0)
        #expect(workplace.folder.holds("tile.jpg"))
    }

    @Test func `sheet names may be percent-encoded, have a query and lie in a subfolder`() throws {
        try workplace.compose()
        let bytes = try workplace.folder.read("out/" + workplace.sheets()[0])
        try workplace.folder.makeFolder("out/below")
        try workplace.folder.write(bytes, to: "out/below/a sheet ä.jpg")
        for name in ["below/a%20sheet%20%C3%A4.jpg", "below/a sheet ä.jpg?v=1", "below%2Fa%20sheet%20ä.jpg?v=1&w=/.."] {
            try writeTrack(name + "#xywh=0,0,40,23")
            let run = try workplace.run("tile", "out/one.vtt", "5", "-o", "tile.jpg")
            #expect(run.status == 0, "\(name) \(run.errors)")
            try workplace.folder.remove("tile.jpg")
        }
    }

    @Test func `a film is never replaced by an output`() throws {
        try workplace.compose()
        let film = Array("\u{1A}E\u{0}film".utf8)
        try workplace.folder.write(film, to: "film.mkv")
        for line in [
            ["tile", "out", "5", "-o", "film.mkv"], ["doctor", "out", "--repair", "-o", "film.mkv"],
            ["batch", ".", "-o", "library", "--report", "film.mkv"],
        ] {
            let run = try workplace.run(line)
            #expect(run.status != 0 && run.errors.contains("It is a film, which would be lost"), "\(line) \(run)")
            #expect(try workplace.folder.read("film.mkv") == film)
        }
    }

    @Test(arguments: ["lookup out/one.vtt 5", "tile out/one.vtt 5 -o tile.jpg", "import out/one.vtt -o new"])
    func `subtitles are not thumbnails`(line: String) throws {
        try workplace.compose()
        try writeTrack("Hello there, Mr. Smith.")
        let run = try workplace.run(line.split(separator: " ").map(String.init))
        #expect(run.status == 65 && run.errors.contains("not thumbnails"), "\(run)")
    }

    @Test func `a track does not lead out of its folder`() throws {
        try workplace.compose()
        let bytes = try workplace.folder.read("out/" + workplace.sheets()[0])
        try workplace.folder.write(bytes, to: "secret.jpg")
        for name in ["../secret.jpg", "%2E%2e/secret.jpg", "below/../../secret.jpg", "..%2Fsecret.jpg", "./secret.jpg"]
        {
            try expectRefusal(name + "#xywh=0,0,40,23", status: 65, says: "does not lie beside the track")
        }
        // Of an absolute address only the name counts, and that is not there.
        let absolute = "file://" + workplace.folder.path("secret.jpg")
        try expectRefusal(absolute + "#xywh=0,0,40,23", status: 66, says: "secret.jpg")
        try expectRefusal(workplace.folder.path("secret.jpg") + "#xywh=0,0,40,23", status: 66, says: "secret.jpg")
    }

    @Test func `a PNG sheet is not cut, and its format is named`() throws {
        #expect(try workplace.compose("--format", "png").status == 0)
        let run = try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", "tile.jpg")
        #expect(run.status == 65 && run.errors.contains("png") && run.errors.contains("only JPEG"))
        #expect(run.errors.contains("--format jpeg") && run.errors.contains("mosaic lookup"))
        #expect(!workplace.folder.holds("tile.jpg"))
    }

    @Test func `reports a tile that cannot be cut, and writes a whole picture unchanged`() throws {
        try workplace.compose()
        let sheet = try workplace.sheets()[0]
        try expectRefusal("\(sheet)#xywh=4000,0,40,23", status: 65, says: "outside the sheet of 96x64")
        try expectRefusal("\(sheet)#xywh=5,0,40,23", status: 65, says: sheet)
        try expectRefusal("absent.jpg#xywh=0,0,40,23", status: 66, says: "absent.jpg")
        try workplace.folder.write(Array("text".utf8), to: "out/text.jpg")
        try expectRefusal("text.jpg#xywh=0,0,4,4", status: 65, says: "text.jpg")
        // Progressive: it has no restart intervals.
        let picture = DrawnScreenshot(number: 1, kind: .progressive).encoded
        try workplace.folder.write(picture, to: "out/foreign.jpg")
        try expectRefusal("foreign.jpg#xywh=0,0,40,23", status: 65, says: "foreign.jpg")
        try writeTrack("foreign.jpg")
        #expect(try workplace.run("tile", "out/one.vtt", "5", "-o", "tile.jpg").status == 0)
        #expect(try workplace.folder.read("tile.jpg") == picture)
    }

    @Test(arguments: ["out/thumbnails.vtt", "out/../out/SHEET"])
    func `neither the track nor a sheet is written over`(output: String) throws {
        try workplace.compose()
        let before = try workplace.folder.contents(of: "out")
        let target = output.replacing("SHEET", with: try workplace.sheets()[0])
        let run = try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", target)
        #expect(run.status == 1 && run.errors.contains("one of its sheets"))
        #expect(try workplace.folder.contents(of: "out") == before)
    }

    @Test func `a tile may go into a pipe`() throws {
        try workplace.compose()
        #expect(try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", "tile.jpg").status == 0)
        let run = try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", "/dev/stdout")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try run.bytes == workplace.folder.read("tile.jpg"))
    }

    @Test func `a dash is standard output, not a file of that name`() throws {
        try workplace.compose()
        #expect(try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", "./-").status == 0)
        let tile = try workplace.folder.read("-")
        try workplace.folder.remove("-")
        let run = try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", "-")
        #expect(run.status == 0 && run.errors.isEmpty && run.bytes == tile)
        #expect(!workplace.folder.holds("-"))
    }

    @Test(
        arguments: [
            (
                "absent/tile.jpg",
                "absent/tile.jpg: The file cannot be made: its folder does not exist; mkdir -p absent makes it."
            ),
            ("shots", "shots: The file cannot be opened for writing: it is a folder; name a file in it."),
        ])
    func `a file that cannot be written is a failure with a reason`(output: String, says: String) throws {
        try workplace.compose()
        let run = try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", output)
        #expect(run.status == 1 && run.errors == "mosaic: \(says)\n")
    }

    #if os(Linux)
        @Test(
            arguments: [
                ("/dev/full", "/dev/full: The file cannot be written: the disk is full."),
                ("/proc/tile.jpg", "/proc/tile.jpg: The file cannot be made: files cannot be created there."),
            ])
        func `prints the system's message for a failed write`(output: String, says: String) throws {
            try workplace.compose()
            let run = try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", output)
            #expect(run.status == 1 && run.errors == "mosaic: \(says)\n")
        }
    #endif

    @Test func `a file that is replaced keeps its permissions`() throws {
        try workplace.compose()
        let path = try workplace.folder.write([], to: "tile.jpg")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(try workplace.run("tile", "out/thumbnails.vtt", "20", "-o", "tile.jpg").status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        #expect(try !workplace.folder.read("tile.jpg").isEmpty)
        #expect(try workplace.folder.names() == ["out", "shots", "tile.jpg"], "nothing is left behind")
    }
}
