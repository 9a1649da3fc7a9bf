import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// `mosaic batch --publish`, with films that a real `mosaic-frames` reads.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct BatchPublishTests {
    let films: FilmTree

    init() throws {
        films = try FilmTree(reading: FramesTool.path)
        try films.folder.makeFolder("plex/Media/localhost")
        try films.put(as: "a.mp4")
        try films.put(.closed, as: "shows/b S01E02.mp4")
        try films.folder.makeFolder("server/config")
        try configure("")
    }

    /// Brings the thumbnails of all films for the server in the folder `server` up to date.
    private static let batch = ["batch", "films", "-o", "library", "--resume"]
    private static let forJellyfin = batch + ["--publish", "jellyfin", "--jellyfin", "server"]

    /// Writes the settings of a Jellyfin server that takes thumbnails of a width, and further ones.
    private func configure(_ settings: String, width: Int = 40) throws {
        let widths = "<WidthResolutions><int>\(width)</int></WidthResolutions>"
        try films.folder.write(
            Array(
                "<ServerConfiguration><TrickplayOptions>\(widths)\(settings)</TrickplayOptions></ServerConfiguration>"
                    .utf8),
            to: "server/config/system.xml")
    }

    /// Writes the options of the server's library of the films.
    private func configureLibrary(_ switches: String, path: String? = nil) throws {
        try films.folder.makeFolder("server/root/default/Films")
        let path = path ?? films.folder.path("films")
        let infos = "<PathInfos><MediaPathInfo><Path>\(path)</Path></MediaPathInfo></PathInfos>"
        try films.folder.write(
            Array("<LibraryOptions>\(switches)\(infos)</LibraryOptions>".utf8),
            to: "server/root/default/Films/options.xml")
    }

    private var plex: String { "plex=\(films.folder.path("plex"))" }

    /// The files of Plex's bundles.
    private func bundles() throws -> [String] {
        let root = films.folder.path("plex/Media/localhost")
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".bif") }
    }

    @Test func `films get files for each server after their storyboards, and folders of screenshots none`() throws {
        try films.tree.draw("story")
        let run = try films.run(
            "--publish", "jellyfin,emby,\(plex)", "--jellyfin", "server", "--report", films.folder.path("report"))
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.contains("servers    6 written, 0 unchanged, 0 foreign kept, 0 failed"), "\(run)")
        #expect(try films.folder.names(in: "films/a.trickplay/40 - 10x10") == ["0.jpg"])
        #expect(films.folder.holds("films/shows/b S01E02.trickplay/40 - 10x10/0.jpg"))
        #expect(films.folder.holds("films/a-40-1.bif"), "The storyboard has a tile a second.")
        #expect(try films.folder.names(in: "films/story").count == 2)
        #expect(try bundles().count == 2)
        let results = try films.tree.results(in: "report")
        let published = try #require(results[films.id("a")]?["published"] as? [[String: Any]])
        #expect(published.map { $0["server"] as? String } == ["jellyfin", "emby", "plex"])
        #expect(published.map { $0["interval_ms"] as? Int } == [10_000, 1_000, 1_000])
        #expect(results["story"].map { $0["published"] == nil } == true)
    }

    @Test func `resuming opens no film, and writes missing files`() throws {
        #expect(try films.run().status == 0)
        #expect(try films.starts().count == 2)
        let first = try JSONReport(films.run("--resume", "--publish", "emby", "--json").output)
        #expect(first.number("unchanged") == 2)
        #expect((first["published"] as? [String: Any])?["written"] as? Int == 2, "\(first.object)")
        try films.folder.remove("films/a-40-1.bif")
        let again = try JSONReport(films.run("--resume", "--publish", "emby", "--json").output)
        let counts = again["published"] as? [String: Any]
        #expect(counts?["written"] as? Int == 1 && counts?["unchanged"] as? Int == 1, "\(again.object)")
        #expect(try films.starts().count == 2)
        #expect(films.folder.holds("films/a-40-1.bif"))
    }

    @Test func `another interval and grid replace the files written before`() throws {
        let servers = ["--publish", "jellyfin,emby", "--jellyfin", "server"]
        #expect(try films.run("--publish", "jellyfin,emby", "--jellyfin", "server").status == 0)
        let options = servers + ["--publish-interval", "2", "--publish-grid", "3x3", "--resume"]
        let run = try films.mosaic(["batch", "films", "-o", "library", "--width", "40"] + options)
        #expect(run.status == 0, "\(run)")
        #expect(try films.folder.names(in: "films/a.trickplay") == [".mosaic.json", "40 - 3x3"])
        #expect(try films.folder.names(in: "films/a.trickplay/40 - 3x3") == ["0.jpg", "1.jpg"])
        #expect(
            try films.folder.names(in: "films").filter { $0.hasPrefix("a") } == ["a-40-2.bif", "a.mp4", "a.trickplay"])
    }

    @Test func `takes the server's paths of --path-map, and reports a map that matches nothing`() throws {
        try configureLibrary(
            "<SaveTrickplayWithMedia>true</SaveTrickplayWithMedia>"
                + "<EnableTrickplayImageExtraction>true</EnableTrickplayImageExtraction>", path: "/media")
        let unknown = try films.mosaic(Self.forJellyfin)
        #expect(unknown.output.contains("No library of Jellyfin holds \(films.folder.path("films"))"), "\(unknown)")
        let map = films.folder.path("films") + "=/media"
        let run = try films.mosaic(Self.forJellyfin + ["--path-map", map, "--path-map", "/nowhere=/x"])
        #expect(run.output.contains("switches   Those of Jellyfin's library are as they have to be."), "\(run)")
        #expect(run.errors == "mosaic: --path-map /nowhere=/x matches no film of this batch.\n")
        try films.folder.makeFolder("server/data/trickplay")
        let data = ["--publish", "jellyfin=\(films.folder.path("server"))", "--jellyfin", "server", "--path-map", map]
        let written = try films.mosaic(Self.batch + data)
        #expect(written.status == 0 && written.output.contains("servers    2 written"), "\(written)")
        // uuid.UUID(bytes_le=hashlib.md5((kind + "/media/a.mp4").encode("utf-16-le")).digest())
        let item = "87/87365cd3-a2f2-cdbb-89f4-52dddf9e0a69/"
        let found = try FileManager.default.subpathsOfDirectory(atPath: films.folder.path("server/data/trickplay"))
        #expect(found.contains { $0.hasPrefix(item) && $0.hasSuffix("40 - 10x10/0.jpg") }, "\(found)")
    }

    @Test(.enabled(if: getuid() == 0 && OtherUser.script != nil, "files of another user are made by root alone"))
    func `reports once that owners may not be set`() throws {
        try films.folder.write(Array(#require(OtherUser.script).utf8), to: "other")
        let modes = [("other", 0o755), ("", 0o777), ("films", 0o777), ("films/shows", 0o777), ("starts", 0o666)]
        for (name, mode) in modes { try #require(chmod(films.folder.path(name), mode_t(mode)) == 0) }
        let run = try BuiltTool.run(
            ["batch", "films", "-o", "library", "--width", "40", "--publish", "emby"], in: films.folder, as: "other",
            environment: films.environment)
        #expect(run.status == 0 && run.output.contains("servers    2 written"), "\(run)")
        let lines = run.output.split(separator: "\n").filter { $0.contains("another owner or group") }
        #expect(lines.count == 1 && lines[0].contains("for 2 films"), "\(run)")
    }

    @Test func `a film narrower than Jellyfin's width has its own`() throws {
        try configure("", width: 400)
        let run = try films.mosaic(Self.forJellyfin)
        #expect(run.status == 0 && run.output.contains("servers    2 written"), "\(run)")
        #expect(try films.folder.names(in: "films/a.trickplay") == [".mosaic.json", "320 - 10x10"])
        let again = try films.mosaic(Self.forJellyfin)
        #expect(again.output.contains("unchanged  2\n") && again.output.contains("2 unchanged"), "\(again)")
    }

    @Test func `reports a film whose folder cannot be written, and continues`() throws {
        try films.folder.write([1], to: "films/a.trickplay")
        let run = try films.run("--publish", "jellyfin", "--jellyfin", "server")
        #expect(run.status == 2, "\(run)")
        #expect(run.output.contains("composed   2"), "\(run)")
        #expect(
            run.output.contains("a.mp4: jellyfin: \(films.folder.path("films/a.trickplay")): a.trickplay: "), "\(run)")
        #expect(films.folder.holds("films/shows/b S01E02.trickplay/40 - 10x10/0.jpg"))
    }

    @Test func `another width than Jellyfin's is refused, and without one the film is composed at Jellyfin's`() throws {
        let refused = try films.run("--publish", "jellyfin")
        #expect(refused.status == 64 && refused.errors.contains("its settings name 320."), "\(refused)")
        #expect(!films.folder.holds("library"))
        #expect(try films.run("--publish", "jellyfin", "--width", "40", "--jellyfin", "nowhere").status == 66)
        let batch = Self.batch + ["--publish", "jellyfin"]
        #expect(try films.mosaic(Array(batch.prefix(4))).status == 0, "composed 256 wide, for no server")
        let run = try films.mosaic(batch)
        #expect(run.status == 0 && run.output.contains("servers    2 written"), "\(run)")
        #expect(
            run.output.contains("jellyfin   2 films have thumbnails") && run.output.contains("\nswitches   ")
                && run.output.contains("Save trickplay images next to media") && run.output.contains("\ntask       "),
            "\(run)")
        let geometry = try films.record("a")["geometry"] as? [String: Any]
        #expect(geometry?["tile"] as? [String: Int] == ["width": 320, "height": 180])
        let sheet = try #require(SheetPixels(jpeg: films.folder.read("films/a.trickplay/320 - 10x10/0.jpg")))
        #expect(sheet.size == PixelSize(width: 3_200, height: 1_800), "No cell is padded.")
        #expect(!run.output.contains("encoded again"), "The sheets are encoded from the pixels of the films.")
        let again = try films.mosaic(batch)
        #expect(again.output.contains("unchanged  2\n") && again.output.contains("2 unchanged"), "\(again)")
        try films.folder.remove("films/a.trickplay")
        let later = try films.mosaic(batch)
        #expect(
            later.output.contains("1 written, 1 unchanged")
                && later.output.contains("tiles for Jellyfin were decoded and encoded again"), "\(later)")
    }

    @Test func `Jellyfin's own settings and the switches of its library are read`() throws {
        try configure("<TileWidth>4</TileWidth><TileHeight>3</TileHeight><Interval>5000</Interval>")
        let switches = "<SaveTrickplayWithMedia>true</SaveTrickplayWithMedia>"
        try configureLibrary(switches)
        let off = try films.mosaic(Self.forJellyfin)
        #expect(
            off.status == 0 && off.output.contains("its library Films has \"Enable trickplay image extraction\" off."),
            "\(off)")
        #expect(try films.folder.names(in: "films/a.trickplay") == [".mosaic.json", "40 - 4x3"])
        try configureLibrary(switches + "<EnableTrickplayImageExtraction>true</EnableTrickplayImageExtraction>")
        #expect(
            try films.mosaic(Self.forJellyfin).output.contains(
                "switches   Those of Jellyfin's library are as they have to be."))
    }

    @Test func `the settings in the folder of --publish are read, and another folder is refused`() throws {
        try configure("<TileWidth>4</TileWidth><TileHeight>3</TileHeight>")
        let server = films.folder.path("server")
        let run = try films.mosaic(Self.batch + ["--publish", "jellyfin=\(server)"])
        #expect(run.status == 0 && run.output.contains("jellyfin   2 films have thumbnails in \(server)."), "\(run)")
        let found = try FileManager.default.subpathsOfDirectory(atPath: server + "/data/trickplay")
        #expect(found.filter { $0.hasSuffix("40 - 4x3/0.jpg") }.count == 2, "\(found)")
        let media = films.folder.path("films")
        let other = try films.mosaic(["batch", "films", "-o", "library", "--publish", "jellyfin=\(media)"])
        #expect(
            other.status == 1 && other.errors.contains("It is not the data folder of a Jellyfin server"), "\(other)")
    }

    @Test func `written files are removed, and those of other programs stay`() throws {
        let servers = "jellyfin,emby,\(plex)"
        try films.put(as: "gone/c.mp4")
        #expect(try films.run("--publish", servers, "--jellyfin", "server").status == 0)
        try films.folder.makeFolder("films/a.trickplay/640 - 10x10")
        try films.folder.write([1], to: "films/a.trickplay/640 - 10x10/0.jpg")
        try films.folder.write([1], to: "films/shows/b S01E02-40-1.bif")
        try films.folder.remove("films/gone/c.mp4")
        let batch = ["batch", "films", "--unpublish", servers]
        let before = try films.folder.contents(of: "films")
        let preview = try films.mosaic(batch + ["--dry-run"])
        #expect(preview.status == 0 && preview.output.contains("keep       "), "\(preview)")
        #expect(try films.folder.contents(of: "films") == before)
        let run = try films.mosaic(batch)
        #expect(run.status == 0 && run.errors.isEmpty && run.output == preview.output, "\(run)")
        #expect(try films.folder.names(in: "films").filter { $0.hasPrefix("a") } == ["a.mp4", "a.trickplay"])
        #expect(try films.folder.names(in: "films/a.trickplay") == ["640 - 10x10"])
        #expect(try films.folder.names(in: "films/shows") == ["b S01E02-40-1.bif", "b S01E02.mp4"])
        #expect(try films.folder.names(in: "films/gone").isEmpty, "No film is left in this folder.")
        #expect(try bundles().isEmpty)
        #expect(try films.mosaic(batch).output == "No file of an earlier run is left for these servers.\n")
        #expect(try films.starts().count == 3, "No film is read again.")
    }

    @Test func `a library among the films is reported`() throws {
        let run = try films.mosaic(["batch", "films", "-o", "films/library", "--publish", "emby", "--dry-run"])
        #expect(
            run.status == 0
                && run.errors.hasPrefix("mosaic: films/library: The library is in the folder of the films"), "\(run)")
    }

    @Test func `a folder that is not Plex's is refused before the first film`() throws {
        let run = try films.run("--publish", "plex=\(films.folder.path("films"))")
        #expect(run.status == 1 && run.errors.contains("It is not a folder of Plex Media Server"), "\(run)")
        #expect(try films.starts().isEmpty)
    }

    @Test(arguments: [
        ["--publish", "emby", "--jellyfin", "server"], ["--jellyfin", "server"], ["--publish", "kodi"],
        ["--publish", "plex,plex"], ["--dry-run", "--prune"], ["--publish-interval", "5"],
        ["--publish", "emby", "--publish-interval", "0.5"], ["--publish", "emby", "--prune"],
        ["--publish", "emby", "--estimate"], ["--unpublish", "emby", "--publish", "plex"],
        ["--unpublish", "emby", "--prune"], ["--path-map", "/a=/b"], ["--publish", "emby", "--path-map", "a=b"],
    ])
    func `options that do not go together are refused before anything is read`(options: [String]) throws {
        let run = try films.mosaic(["batch", "films", "-o", "library"] + options)
        #expect(run.status == 64, "\(run)")
        #expect(!films.folder.holds("library"))
    }
}
