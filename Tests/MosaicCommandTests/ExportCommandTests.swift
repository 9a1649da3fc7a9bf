import Foundation
import MosaicFixtures
import PlayerFormats
import Testing
import TiledJPEG
import WebVTT

@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ExportCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...7)
    }

    private struct Report: Decodable {
        struct Export: Decodable {
            let name: String
            let reason: String?
            let document: String?
            let timing: String?
            let files: Int?
            let bytes: Int?
            let cadence_ms: Int?
            let largest_error_ms: Int?
            let guessed_length_ms: Int64?
        }
        let exports: [Export]
    }

    private func report(_ run: BuiltTool.Outcome) throws -> [Report.Export] {
        try JSONDecoder().decode(Report.self, from: Data(run.bytes)).exports
    }

    /// Files below a folder with their paths, hidden ones not counted.
    private func files(_ name: String) throws -> Set<String> {
        Set(try workplace.folder.contents(of: name).keys.filter { !$0.hasPrefix(".") })
    }

    @Test func `all formats are written into a folder, and reported`() throws {
        try workplace.compose("--duration", "80")
        let run = try workplace.run("export", "out", "--export", "all", "-o", "player", "--json")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let exports = try report(run)
        #expect(exports.map(\.name).contains("hls") && exports.allSatisfy { $0.reason == nil })
        for export in exports {
            let path = try #require(export.document)
            #expect(try !workplace.folder.read(path).isEmpty && (export.bytes ?? 0) > 0 && (export.files ?? 0) > 0)
            if export.timing == "resampled" { #expect(export.cadence_ms == 10_000 && export.largest_error_ms == 0) }
        }
        // What was written may be written again.
        #expect(try workplace.run("export", "out", "--export", "all", "-o", "player", "-q").status == 0)
    }

    @Test func `the folder of another storyboard takes exports on request alone`() throws {
        try workplace.compose()
        #expect(try workplace.run("compose", "shots", "-o", "other", "--id", "other", "--width", "40").status == 0)
        let refused = try workplace.run("export", "out", "--export", "hls", "-o", "other")
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.errors.hasPrefix("mosaic: other: The folder holds another storyboard, other; "), "\(refused)")
        #expect(!workplace.folder.holds("other/hls.m3u8"))
        #expect(try workplace.run("export", "out", "--export", "hls", "-o", "other", "--force").status == 0)
    }

    @Test func `files of other content are replaced on request alone`() throws {
        try workplace.compose()
        try workplace.folder.makeFolder("player")
        try workplace.folder.write(Array("mine".utf8), to: "player/hls.m3u8")
        let refused = try workplace.run("export", "out", "--export", "hls,vidstack", "-o", "player")
        #expect(refused.status == 1)
        #expect(
            refused.errors == "mosaic: hls: hls.m3u8: Another file has the name. Move it, or replace it with --force.\n"
        )
        #expect(refused.output.hasPrefix("vidstack: ") && workplace.folder.holds("player/vidstack.json"))
        #expect(try workplace.text(of: "player/hls.m3u8") == "mine")
        let forced = try workplace.run("export", "out", "--export", "hls", "-o", "player", "--force")
        #expect(forced.status == 0 && forced.output.hasPrefix("hls: "))
        #expect(try workplace.text(of: "player/hls.m3u8").hasPrefix("#EXTM3U"))
    }

    @Test func `a dry run writes nothing`() throws {
        try workplace.compose()
        let before = try workplace.folder.contents(of: "out")
        for arguments in [["-o", "player"], []] {
            let run = try workplace.run(["export", "out", "--export", "dash,bif", "--dry-run", "--json"] + arguments)
            let exports = try report(run)
            #expect(run.status == 0 && exports.allSatisfy { ($0.bytes ?? 0) > 0 })
        }
        #expect(!workplace.folder.holds("player"))
        #expect(try workplace.folder.contents(of: "out") == before)
    }

    @Test func `formats beside the track follow later compositions until none is asked for`() throws {
        #expect(try workplace.compose("--export", "hls,bif,chapters").status == 0)
        #expect(try files("out").isSuperset(of: ["hls.m3u8", "images.m3u8", "thumbnails.bif", "chapters.vtt"]))
        let bif = try workplace.folder.read("out/thumbnails.bif")
        try workplace.draw(8...9)
        try workplace.compose()
        #expect(try workplace.folder.read("out/thumbnails.bif") != bif)
        #expect(try BIFFile(parsing: workplace.folder.read("out/thumbnails.bif")).images.count == 9)
        try workplace.compose("--export", "none", "--keep-old", "0")
        #expect(
            try files("out").allSatisfy { $0.hasPrefix("sheet-") || ["mosaic.json", "thumbnails.vtt"].contains($0) })
        #expect(try workplace.run("export", "out", "--export", "vidstack").status == 0)
        try workplace.compose()
        #expect(workplace.folder.holds("out/vidstack.json"))
    }

    @Test func `all widths are listed, and a width that goes takes its files along`() throws {
        func compose(_ widths: String) throws -> BuiltTool.Outcome {
            try workplace.run(
                "compose", "shots", "-o", "out", "--width", widths, "--grid", "2x2", "--keep-old", "0", "--export",
                "all")
        }
        let first = try compose("64,32")
        #expect(first.status == 0, "\(first.errors)")
        let master = try HLSMultivariantPlaylist(parsing: workplace.folder.read("out/hls.m3u8"))
        #expect(master.streams.map(\.uri) == ["images.m3u8", "32/images.m3u8"])
        #expect(master.streams.map(\.resolution.width) == [64, 32])
        let frames = try HLSMultivariantPlaylist(parsing: workplace.folder.read("out/iframes-master.m3u8"))
        #expect(frames.streams.map(\.uri) == ["iframes.m3u8", "32/iframes.m3u8"])
        let sets = try DASHThumbnails.list(parsing: workplace.folder.read("out/thumbnails.mpd"))
        #expect(sets.flatMap(\.representations).map(\.tile.width) == [64, 32])
        for representation in sets.flatMap(\.representations) {
            #expect(workplace.folder.holds("out/" + representation.url(ofSheet: 0)))
        }
        let images = try HLSImagePlaylist(parsing: workplace.folder.read("out/32/images.m3u8"))
        #expect(!images.resources.isEmpty)
        for resource in images.resources { #expect(workplace.folder.holds("out/32/" + resource.uri)) }
        #expect(try BIFFile(parsing: workplace.folder.read("out/32/thumbnails.bif")).images.count == 7)
        #expect(try workplace.text(of: "out/jellyfin.json").contains("\"32\""))
        #expect(try compose("64").status == 0)
        #expect(try workplace.folder.contents(of: "out").keys.allSatisfy { !$0.hasPrefix("32/") })
        #expect(try HLSMultivariantPlaylist(parsing: workplace.folder.read("out/hls.m3u8")).streams.count == 1)
        #expect(try files("out").allSatisfy { !$0.hasPrefix("trickplay/32 ") })
    }

    @Test func `a line is added to a playlist once, everything else stays`() throws {
        try workplace.compose()
        let master = "#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\nvideo.m3u8\r\n"
        try workplace.folder.makeFolder("film")
        try workplace.folder.write(Array(master.utf8), to: "film/master.m3u8")
        let arguments = ["export", "out", "--export", "hls,hls-iframe", "-o", "player", "--into", "film/master.m3u8"]
        #expect(try workplace.run(arguments).status == 0)
        let text = try workplace.text(of: "film/master.m3u8")
        #expect(text.hasPrefix(master) && text.contains("URI=\"../player/images.m3u8\""))
        #expect(text.contains("URI=\"../player/iframes.m3u8\""))
        #expect(try workplace.run(arguments).status == 0)
        #expect(try workplace.text(of: "film/master.m3u8") == text)
    }

    @Test(arguments: [("out", "images.m3u8"), ("out/sub", "../images.m3u8"), (".", "out/images.m3u8")])
    func `a playlist in or around the exports' folder does not climb out of it`(folder: String, uri: String) throws {
        try workplace.compose()
        try workplace.folder.makeFolder("out/sub")
        let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvideo.m3u8\n"
        try workplace.folder.write(Array(master.utf8), to: "\(folder)/master.m3u8")
        let run = try workplace.run("export", "out", "--export", "hls", "--into", "\(folder)/master.m3u8")
        #expect(run.status == 0, "\(run.errors)")
        let streams = try HLSMultivariantPlaylist(parsing: workplace.folder.read("\(folder)/master.m3u8")).streams
        #expect(streams.map(\.uri) == [uri])
    }

    @Test func `a length that is guessed is reported`() throws {
        try workplace.compose()
        let run = try workplace.run("export", "out", "--export", "all", "--json")
        let guesses = try report(run).map { "\($0.name) \($0.guessed_length_ms.map { String($0) } ?? "-")" }
        #expect(
            guesses == [
                "vidstack -", "hls 90000", "hls-iframe 90000", "dash 90000", "bif -", "jellyfin 90000",
                "chapters 90000", "contact-sheet -",
            ])
        let lines = try workplace.run("export", "out", "--export", "hls,vidstack").output.split(separator: "\n")
        #expect(lines.map { $0.contains("a guessed length of 00:01:30.000") } == [false, true])
        try workplace.compose("--duration", "75")
        #expect(
            try report(workplace.run("export", "out", "--export", "all", "--json")).allSatisfy {
                $0.guessed_length_ms == nil
            })
    }

    @Test(arguments: ["film.mpd", "master.m3u8"])
    func `the file that gets the thumbnails states the film's length`(name: String) throws {
        try workplace.compose()
        let manifest = """
            <MPD type="static" mediaPresentationDuration="PT95.5S">
            <Period><AdaptationSet contentType="video"/></Period></MPD>
            """
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH="
        let master = "#EXTM3U\n\(variant)1\nno.m3u8\n\(variant)2\nv/1%202.m3u8?x\n"
        let media = "#EXTM3U\n#EXTINF:90.25,\na.ts\n#EXTINF:5.25,\nb.ts\n#EXT-X-ENDLIST\n"
        try workplace.folder.write(Array((name == "film.mpd" ? manifest : master).utf8), to: name)
        try workplace.folder.makeFolder("v")
        try workplace.folder.write(Array(media.utf8), to: "v/1 2.m3u8")
        let arguments = ["export", "out", "--export", "hls,dash", "--json", "--into", name]
        #expect(try report(workplace.run(arguments)).allSatisfy { $0.guessed_length_ms == nil })
        func end() throws -> Int64 {
            try HLSMediaPlaylist(parsing: workplace.folder.read("out/images.m3u8")).end.milliseconds
        }
        #expect(try end() == 95_500)
        let written = try DASHManifest(parsing: workplace.folder.read("out/thumbnails.mpd"))
        #expect(written.duration == Timestamp(milliseconds: 95_500))
        // Later publications end there, too.
        try workplace.draw(8...8)
        try workplace.compose()
        #expect(try end() == 95_500)
    }

    @Test func `a set of pictures is added to a manifest, and a file without a place is refused`() throws {
        // The same files for every manifest, whatever length it states.
        try workplace.compose("--duration", "80")
        let manifest = """
            <?xml version="1.0"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT80S">
              <Period id="0"><AdaptationSet contentType="video"></AdaptationSet></Period>
            </MPD>
            """
        try workplace.folder.write(Array(manifest.utf8), to: "film.mpd")
        let run = try workplace.run("export", "out", "--export", "dash", "-o", "player", "--into", "film.mpd")
        #expect(run.status == 0, "\(run.errors)")
        let sets = try DASHThumbnails.list(parsing: workplace.folder.read("film.mpd"))
        let url = try #require(sets.first?.representations.first).url(ofSheet: 0)
        #expect(url.hasPrefix("player/dash/") && workplace.folder.holds(url))
        try workplace.folder.write(Array("no".utf8), to: "other.mpd")
        let refused = try workplace.run("export", "out", "--export", "dash", "-o", "player", "--into", "other.mpd")
        #expect(refused.status == 65 && refused.errors.hasPrefix("mosaic: other.mpd: "))
        let without = try workplace.run("export", "out", "--export", "bif", "-o", "player", "--into", "film.mpd")
        #expect(without.status != 0 && without.errors.contains("--into adds dash"))
    }

    @Test func `every URL follows the template, and has a separate signature`() throws {
        try workplace.compose()
        let arguments = [
            "export", "out", "--export", "vidstack,hls,dash", "-o", "player",
            "--sheet-url", "https://cdn.example/{id}/{path}?expires=9&{signature}",
        ]
        let without = try workplace.run(arguments)
        #expect(without.status != 0 && without.errors.contains("MOSAIC_SHEET_URL_SECRET"))
        #expect(!workplace.folder.holds("player"))
        let secret = ["MOSAIC_SHEET_URL_SECRET": "a secret of 32 letters and spaces"]
        let run = try BuiltTool.run(arguments, in: workplace.folder, environment: secret)
        #expect(run.status == 0, "\(run.errors)")
        let cues = try workplace.text(of: "player/vidstack.json")
        let playlists = try workplace.text(of: "player/hls.m3u8") + workplace.text(of: "player/images.m3u8")
        let manifest = try workplace.text(of: "player/thumbnails.mpd")
        let signed = try Regex("https://cdn.example/shots/([^ ?\"]+)[?]expires=9&(?:amp;)?signature=([0-9a-f]{64})")
        for document in [cues, playlists, manifest] {
            let urls = document.matches(of: signed)
            #expect(!urls.isEmpty && urls.count == document.ranges(of: "cdn.example").count)
            let paths = Set(urls.compactMap { $0.output[1].substring })
            #expect(Set(urls.compactMap { $0.output[2].substring }).count == paths.count)
            for path in paths where !path.contains("$Number$") {
                #expect(workplace.folder.holds("player/\(path)"), "\(path)")
            }
        }
    }

    @Test func `a storyboard of a library is exported by its id`() throws {
        try workplace.folder.makeFolder("films")
        try FileManager.default.moveItem(
            atPath: workplace.folder.path("shots"), toPath: workplace.folder.path("films/shots"))
        let first = try workplace.run("batch", "films", "-o", "library", "--quiet", "--export", "vidstack")
        #expect(first.status == 0, "\(first.errors)")
        #expect(workplace.folder.holds("library/shots/vidstack.json"))
        let run = try workplace.run("export", "shots", "--library", "library", "--export", "dash", "--cadence", "7")
        #expect(run.status == 0 && run.output.contains("a tile every 7000 ms"), "\(run.errors)")
        #expect(workplace.folder.holds("library/shots/thumbnails.mpd"))
        #expect(!workplace.folder.holds("library/shots/vidstack.json"))
        let resumed = try workplace.run("batch", "films", "-o", "library", "--resume", "--export", "vidstack")
        #expect(resumed.status == 0 && workplace.folder.holds("library/shots/vidstack.json"))
        #expect(!workplace.folder.holds("library/shots/thumbnails.mpd"))
    }

    @Test(arguments: [
        (["export", "out", "--export", "gif"], 64, "not 'gif'"),
        (["export", "none", "--export", "hls"], 66, "no such file or folder"),
        (["export", "out", "--export", "none", "-o", "player"], 64, "without --output"),
        (["export", "out", "--export", "hls", "--force"], 64, "go with --output"),
        (["export", "out", "--export", "hls", "--sheet-url", "/{path}"], 64, "go with --output"),
        (["export", "out", "--export", "hls", "-o", "player", "--sheet-url", "/{name}"], 64, "{path} once"),
        (["export", "out", "--export", "hls", "-o", "player", "--cadence", "0"], 64, "0.001 or more"),
    ])
    func `wrong commands are refused by a sentence`(arguments: [String], status: Int32, says: String) throws {
        try workplace.compose()
        let run = try workplace.run(arguments)
        #expect(run.status == status && run.errors.contains(says), "\(run.errors)")
    }
}
