import Foundation
import MosaicFixtures
import Testing

@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ImportCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...7)
        try workplace.compose()
    }

    @Test func `a track beside its sheets becomes a storyboard of the same tiles`() throws {
        let run = try workplace.run("import", "out/thumbnails.vtt", "-o", "copy", "--preview")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("WebVTT: 7 tiles of 40x23 moved as bytes, on 1 sheet: copy/thumbnails.vtt\n"))
        #expect(FolderWitness.firstFault(in: workplace.folder.path("copy")) == nil)
        #expect(workplace.folder.holds("copy/preview.html"))
        #expect(try workplace.text(of: "copy/mosaic.json").contains("\"id\": \"out\""))
    }

    @Test func `a storyboard's folder keeps its name, unless another one is given`() throws {
        #expect(try JSONReport(workplace.run("import", "out", "-o", "copy", "--json").output).text("id") == "shots")
    }

    @Test func `the report counts moved and encoded tiles`() throws {
        let moved = try JSONReport(workplace.run("import", "out", "-o", "copy", "--id", "film", "--json").output)
        #expect(moved.number("moved_tiles") == 7 && moved.number("encoded_tiles") == 0)
        #expect(moved.text("id") == "film" && moved.text("format") == "Mosaic")
        let again = try workplace.run("import", "out", "-o", "again", "--reencode", "--json")
        let encoded = try JSONReport(again.output)
        #expect(encoded.number("moved_tiles") == 0 && encoded.number("encoded_tiles") == 7)
        #expect(encoded.texts("notes").isEmpty && encoded.objects("damaged").isEmpty)
    }

    @Test func `sheets alone are named by a pattern`() throws {
        try workplace.folder.makeFolder("sheets")
        for (number, name) in try workplace.sheets().enumerated() {
            try workplace.folder.write(workplace.folder.read("out/" + name), to: "sheets/_\(number).jpg")
        }
        let run = try workplace.run(
            "import", "sheets/_%d.jpg", "-o", "copy", "--grid", "2x2", "--interval", "10", "--duration", "70")
        #expect(run.status == 0 && run.output.hasPrefix("sheets: 7 tiles of 48x32 moved as bytes, on 2 sheets"))
        let lookup = try workplace.run("lookup", "copy/thumbnails.vtt", "69")
        #expect(lookup.status == 0 && lookup.output.contains("00:01:00.000"))
        let missing = try workplace.run("import", "sheets/_%d.jpg", "-o", "copy")
        #expect(missing.status == 64 && missing.errors.contains("--interval"))
    }

    @Test func `a playlist that breaks players is repaired, and the doctor's findings are in the report`() throws {
        let names = try workplace.sheets()
        let layout = "#EXT-X-TILES:RESOLUTION=40x23,LAYOUT=2x2,DURATION=10\n"
        func playlist(_ tag: String) -> [UInt8] {
            let text =
                "#EXTM3U\n#EXT-X-TARGETDURATION:40\n#EXT-X-IMAGES-ONLY\n\(layout)#EXTINF:40,\n\(names[0])\n"
                + "\(tag)#EXTINF:30,\n\(names[1])\n#EXT-X-ENDLIST\n"
            return Array(text.utf8)
        }
        try workplace.folder.write(playlist(""), to: "out/images.m3u8")
        let run = try workplace.run("import", "out/images.m3u8", "-o", "copy")
        #expect(run.status == 0 && run.output.hasPrefix("HLS: 7 tiles of 40x23 moved as bytes"))
        #expect(run.errors.contains("1 picture without EXT-X-TILES, divided by that of the others."))
        #expect(run.errors.contains("images.m3u8, line 8: ") && run.errors.contains("(mixed-layouts)"))
        try workplace.folder.write(playlist(layout), to: "out/images.m3u8")
        let sound = try workplace.run("import", "out/images.m3u8", "-o", "sound")
        #expect(sound.status == 0 && sound.errors.isEmpty && sound.output.hasPrefix("HLS: 7 tiles"))
    }

    @Test func `URLs, other storyboards' folders and folders inside the source are refused`() throws {
        let url = try workplace.run("import", "https://cdn.example/thumbnails.vtt", "-o", "copy")
        #expect(url.status == 65 && url.errors.contains("download"))
        let inside = try workplace.run("import", "out", "-o", "out/below")
        #expect(inside.status == 1 && !workplace.folder.holds("out/below"))
        let other = try workplace.run("import", "out/thumbnails.vtt", "-o", "out", "--id", "film")
        #expect(other.status == 1 && other.errors.contains("another storyboard"))
        #expect(try workplace.run("import", "absent.vtt", "-o", "copy").status == 66)
        #expect(!workplace.folder.holds("copy"))
    }
}
