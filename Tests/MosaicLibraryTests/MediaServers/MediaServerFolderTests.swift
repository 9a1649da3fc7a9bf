import Foundation
import MosaicFixtures
import Testing
import TestSupport

@testable import Mosaic
@testable import MosaicLibrary

struct MediaServerFolderTests {
    private let folder = TemporaryFolder()

    private func place(_ film: String, _ server: MediaServer, folder: String? = nil) throws -> MediaServerFolder {
        try MediaServerFolder(of: film, for: MediaServer.Target(server, folder: folder))
    }

    @Test(arguments: [
        ("jellyfin", ["jellyfin:-"]), ("jellyfin,emby,plex=/p", ["jellyfin:-", "emby:-", "plex:/p"]),
        ("plex,jellyfin=/data, with a comma,emby", ["plex:-", "jellyfin:/data, with a comma", "emby:-"]),
        ("plex=/a=b", ["plex:/a=b"]),
    ])
    func `servers are read with their folders`(text: String, expected: [String]) throws {
        let targets = try #require(MediaServer.Target.list(parsing: text))
        #expect(targets.map { "\($0.server):\($0.folder ?? "-")" } == expected)
    }

    @Test(arguments: ["", "kodi", "jellyfin,", "jellyfin,kodi", "plex=", "emby=/x", "plex,plex=/p", "Plex"])
    func `other servers, servers named twice and empty folders are refused`(text: String) {
        #expect(MediaServer.Target.list(parsing: text) == nil)
    }

    @Test func `Jellyfin and Emby look beside the film, by its name without extension`() throws {
        let film = "/media/A film (1999)/A film (1999).part.mkv"
        let jellyfin = try place(film, .jellyfin)
        #expect(jellyfin.folder == "/media/A film (1999)/A film (1999).part.trickplay")
        #expect(jellyfin.marker == ".mosaic.json")
        let emby = try place(film, .emby)
        #expect(emby.folder == "/media/A film (1999)")
        #expect(emby.marker == ".A film (1999).part.mosaic.json")
        #expect(try place("/a.mkv", .jellyfin).folder == "/a.trickplay")
        #expect(try place("/a.mkv", .emby).folder == "/")
    }

    // hashlib.sha1 of the forum's example; uuid.UUID(bytes_le=hashlib.md5((kind + path).encode("utf-16-le")).digest())
    @Test func `Plex's hash equals the example of its staff`() {
        let digests = ["87a82ca143a5d84ba4ba33f421f25fbac9811f89", "ce2f3dd83c1cc4ffa4deda5588a9118be004ce09"]
        #expect(PlexBundle(size: 928_670_754, digests: digests).hash == "782e3038c7290470c29320a840e5f92123912e56")
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 100_000, 131_072, 200_001])
    func `Plex's bundle is found by a program of Python's`(size: Int) throws {
        let film = try folder.write((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }, to: "a.mkv")
        let script = """
            import hashlib, sys
            data = open(sys.argv[1], "rb").read()
            parts = [data[:65536]] + ([data[-65536:]] if len(data) > 65536 else [])
            print(hashlib.sha1((str(len(data)) + "".join(hashlib.sha1(p).hexdigest() for p in parts)).encode()).hexdigest())
            """
        let hash = try output("python3", "-c", script, film)
        #expect(hash.utf8.count == 40)
        try folder.makeFolder("plex/Media/localhost")
        #expect(
            try place(film, .plex, folder: folder.path("plex")).folder
                == folder.path("plex/Media/localhost/\(hash.prefix(1))/\(hash.dropFirst()).bundle/Contents/Indexes"))
    }

    @Test func `a folder that is not Plex's is refused`() throws {
        let film = try folder.write([1], to: "a.mkv")
        #expect(throws: MosaicError.self) { try place(film, .plex, folder: folder.path) }
    }

    @Test(arguments: [
        (
            JellyfinItem.Kind.movie, "/media/films/A film (1999)/A film (1999).mkv",
            "a5f0a16e-679a-8af4-68dc-ea448ac0eed5"
        ),
        (.episode, "/media/Füße 映画 🎬 S01E02.mp4", "e9c2f539-cbba-9ca3-5e1d-a948cd1b5e10"),
    ])
    func `Jellyfin's identities are those that its code makes`(kind: JellyfinItem.Kind, path: String, id: String) {
        #expect(JellyfinItem(path: path, kind: kind).id == id)
    }

    @Test(arguments: [
        ("A show S01E02.mkv", JellyfinItem.Kind.episode), ("show.s1e10.1080p.mkv", .episode), ("s01e02", .episode),
        ("Seven (1995).mkv", .movie), ("S01 trailer.mkv", .movie), ("Se7en.mkv", .movie), ("Apollo 13e2.mkv", .movie),
        ("", .movie),
    ])
    func `a season and an episode in the name make an episode`(name: String, kind: JellyfinItem.Kind) {
        #expect(JellyfinItem.kind(ofFile: name) == kind)
    }

    @Test func `in Jellyfin's data a film has the folder of its item`() throws {
        let data = folder.path("jellyfin")
        #expect(throws: MosaicError.self) { try place("/media/a.mkv", .jellyfin, folder: data) }
        try folder.makeFolder("jellyfin")
        #expect(throws: MosaicError.self) { try place("/media/a.mkv", .jellyfin, folder: data) }
        try folder.write([1], to: "jellyfin/jellyfin.db")
        let movie = JellyfinItem(path: "/media/a.mkv", kind: .movie)
        let video = JellyfinItem(path: "/media/a.mkv", kind: .video)
        #expect(try place("/media/a.mkv", .jellyfin, folder: data).folder == "\(data)/trickplay/\(movie.shardedPath)")
        try folder.remove("jellyfin/jellyfin.db")
        // Its program data has the settings, and in `data` the thumbnails, which the server makes with the first one.
        for name in ["trickplay", "config", "data"] { try folder.makeFolder("jellyfin/\(name)") }
        try folder.write(Array("<ServerConfiguration/>".utf8), to: "jellyfin/config/system.xml")
        #expect(
            try place("/media/a.mkv", .jellyfin, folder: data).folder == "\(data)/data/trickplay/\(movie.shardedPath)")
        try folder.makeFolder("jellyfin/metadata/library/\(video.metadataPath)")
        #expect(
            try place("/media/a.mkv", .jellyfin, folder: data).folder == "\(data)/data/trickplay/\(video.shardedPath)")
    }

    /// The first line that a program prints.
    private func output(_ arguments: String...) throws -> String {
        try FinishedProgram("/usr/bin/env", arguments).text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
