import Foundation
import Mosaic
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
}
