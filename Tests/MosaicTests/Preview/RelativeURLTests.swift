import Foundation
import Mosaic
import MosaicFixtures
import Seeded
import Testing

struct RelativeURLTests {
    @Test(
        arguments: [
            ("/a/film.mp4", "/a/out", "../film.mp4"), ("/a/out/film.mp4", "/a/out", "film.mp4"),
            ("/a/out/b/film.mp4", "/a/out/", "b/film.mp4"), ("/film.mp4", "/a/b/c", "../../../film.mp4"),
            ("/a/b.mp4", "/a/b.mp4", "../b.mp4"), ("/a/./x/../film.mp4", "//a//out", "../film.mp4"),
            ("/a/-i %d 'q\"uote\nline.mp4", "/a", "-i%20%25d%20%27q%22uote%0Aline.mp4"),
            ("/a/b:c?d#e&f.mp4", "/a", "b%3Ac%3Fd%23e%26f.mp4"), ("/ü/日.mp4", "/a", "../%C3%BC/%E6%97%A5.mp4"),
            ("/../film.mp4", "/", "film.mp4"),
        ])
    func `the way from a folder to a file`(file: String, folder: String, url: String) throws {
        #expect(RelativeURL.path(to: file, from: folder) == url)
        // Foundation resolves it as browsers do.
        let page = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
        let resolved = try #require(URL(string: url, relativeTo: page)).standardizedFileURL.path(percentEncoded: false)
        #expect(resolved == URL(filePath: file).standardizedFileURL.path(percentEncoded: false))
    }

    @Test func `relative paths begin in the current folder`() {
        #expect(RelativeURL.path(to: "film.mp4", from: "out") == "../film.mp4")
        #expect(RelativeURL.path(to: "./films/a.mp4", from: ".") == "films/a.mp4")
        let current = FileManager.default.currentDirectoryPath
        #expect(RelativeURL.path(to: current + "/a.mp4", from: "out/b") == "../../a.mp4")
    }

    @Test func `relative URLs of 1 000 random folders lead to the files and name no shared folder`() throws {
        var random = SeededGenerator(seed: 40)
        func folder() -> [String] {
            let names = ["a", "b", "ü 1", "%d"]
            return (0..<Int.random(in: 0...4, using: &random)).map { _ in names.randomElement(using: &random) ?? "a" }
        }
        for _ in 0..<1_000 {
            let (folder, other) = (folder(), folder())
            let prefix = RelativeURL.prefix(
                to: "/" + folder.joined(separator: "/"), from: "/" + other.joined(separator: "/"))
            let base = URL(filePath: "/" + other.map { $0 + "/" }.joined(), directoryHint: .isDirectory)
            let file = try #require(URL(string: prefix + "images.m3u8", relativeTo: base))
            #expect(
                file.standardizedFileURL.path(percentEncoded: false)
                    == "/" + (folder + ["images.m3u8"]).joined(separator: "/"))
            // Renaming the folders above both leaves the URL as it is.
            let shared = zip(folder, other).prefix { $0 == $1 }.count
            let steps = prefix.split(separator: "/")
            #expect(steps.count { $0 == ".." } == other.count - shared)
            #expect(steps.count { $0 != ".." } == folder.count - shared)
        }
    }

    @Test(arguments: [
        ("out", "out", ""), ("out", "out/sub", "../"), ("out", ".", "out/"), ("out/", "./out/../out", ""),
        ("out/sub", "out", "sub/"), ("/a/out", "/a/other", "../out/"), ("/", "/", ""),
    ])
    func `the prefix of URLs from a folder to another`(folder: String, other: String, prefix: String) {
        #expect(RelativeURL.prefix(to: folder, from: other) == prefix)
    }

    @Test func `a folder and a link to it are the same`() throws {
        let place = TemporaryFolder()
        try place.makeFolder("real")
        try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: "real")
        #expect(RelativeURL.prefix(to: place.path("link"), from: place.path("real")) == "")
        #expect(RelativeURL.prefix(to: place.path("real"), from: place.path("link")) == "")
    }
}
