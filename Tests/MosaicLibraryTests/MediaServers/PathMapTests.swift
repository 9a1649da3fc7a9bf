import Foundation
import MosaicFixtures
import Testing

@testable import MosaicLibrary

struct PathMapTests {
    private func maps(_ texts: String...) throws -> [PathMap] { try texts.map { try #require(PathMap(parsing: $0)) } }

    @Test(arguments: [
        ("/srv/media=/media", "/srv/media=/media"), ("/srv/media/=/media/", "/srv/media=/media"), ("/=/", "/=/"),
        ("/a=b=/c", "/a=b=/c"), ("/a=/b=/c", "/a=/b=/c"),
    ])
    func `a map has two absolute paths`(text: String, expected: String) throws {
        #expect(try #require(PathMap(parsing: text)).description == expected)
    }

    @Test(arguments: ["", "/srv", "srv=/media", "/srv=media", "=/media", "/srv="])
    func `other texts are refused`(text: String) { #expect(PathMap(parsing: text) == nil) }

    @Test func `a path below the folder is that on the server, by the longest folder`() throws {
        let maps = try maps("/srv=/data", "/srv/media=/media", "/=/root")
        #expect(maps.serverPath(of: "/srv/media/a/b.mkv") == "/media/a/b.mkv")
        #expect(maps.serverPath(of: "/srv/medias/b.mkv") == "/data/medias/b.mkv")
        #expect(maps.serverPath(of: "/srv") == "/data")
        #expect(maps.serverPath(of: "/other.mkv") == "/root/other.mkv")
        #expect(try self.maps("/srv=/").serverPath(of: "/srv/a.mkv") == "/a.mkv")
        #expect([PathMap]().serverPath(of: "/srv/a.mkv") == "/srv/a.mkv")
    }

    @Test func `paths are compared by their bytes`() throws {
        let maps = try maps("/srv/Cafe\u{301}=/media")
        #expect(maps.serverPath(of: "/srv/Caf\u{E9}/a.mkv") == "/srv/Caf\u{E9}/a.mkv")
        #expect(maps.serverPath(of: "/srv/Cafe\u{301}/a.mkv") == "/media/a.mkv")
    }

    @Test func `a folder that holds mapped ones has their folders on the server`() throws {
        let maps = try maps("/srv/films=/films", "/srv/shows=/shows", "/else=/x")
        #expect(maps.serverFolders(of: "/srv/films/new") == ["/films/new"])
        #expect(maps.serverFolders(of: "/srv") == ["/films", "/shows"])
        #expect(maps.serverFolders(of: "/mnt") == ["/mnt"])
    }

    @Test func `a link to the folder maps its target, too`() throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("disk/films")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("media"), withDestinationPath: folder.path("disk"))
        let maps = try maps("\(folder.path("media"))=/media")
        let real = URL(filePath: folder.path("disk")).resolvingSymlinksInPath().path
        #expect(maps.serverPath(of: real + "/films/a.mkv") == "/media/films/a.mkv")
        #expect(maps.serverPath(of: folder.path("media/films/a.mkv")) == "/media/films/a.mkv")
    }
}
