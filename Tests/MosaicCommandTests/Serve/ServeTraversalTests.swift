import Foundation
import MosaicFixtures
import Testing

/// Paths and links that would lead out of the library: none does.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeTraversalTests {
    private static let secret = "nobody is to read this"

    /// Ways to write "the folder above", and what else might be one for some reader.
    private static let ways = [
        "..", "%2e%2e", "%2E%2e", ".%2e", "%252e%252e", "%25252e%25252e", "..%00", "%00..", "..%5c", "%2e%2e%5c",
        "..;", "..%3b", "...", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae", "%f0%80%80%ae%f0%80%80%ae", "%uff0e%uff0e",
        "%ef%bc%8e%ef%bc%8e", "%u002e%u002e", "..%0a", "..%20", "%2e%2e%2f", "..%2f", "..%252f", "..%c0%af",
        "..%ef%bc%8f", "%ff%fe", "%", "%2", "%zz", "~", "~root", "..%2f..%2f..%2f..%2f..%2f..%2fetc",
    ]

    @Test func `no way to write a path leads out, for readers or for writers`() async throws {
        let library = try ServedLibrary(width: 96)
        let folder = library.folder
        for name in ["thumbnails.vtt", "mosaic.json", "ch1_10s.jpg", "library/thumbnails.vtt"] {
            try folder.write(Array(Self.secret.utf8), to: name)
        }
        try folder.makeFolder("screenshots")
        try folder.write(Array(Self.secret.utf8), to: "screenshots/ch1_10s.jpg")
        let before = try (folder.names(), folder.names(in: "library"), folder.names(in: "library/film"))
        let server = try await library.serve("--source-root", folder.makeFolder("sources"), "--jobs", "0")
        let client = ServeClient(port: server.port)
        for way in Self.ways {
            for path in [
                "/storyboards/\(way)/thumbnails.vtt", "/storyboards/\(way)/mosaic.json", "/storyboards/\(way)/preview",
                "/storyboards/\(way)/tile?t=1", "/storyboards/film/\(way)", "/storyboards/film/\(way)/thumbnails.vtt",
                "/storyboards/film/\(way)/\(way)/mosaic.json", "/storyboards/film/tiles/\(way)",
                "/storyboards/film/tiles/\(way)/thumbnails.vtt", "/storyboards/film/\(way)sheet-0.jpg",
                "/storyboards/film/screenshots/\(way)", "/storyboards/\(way)/screenshots/ch1_10s.jpg",
                "/chapter-screenshots/\(way)/ch1_10s.jpg", "/chapter-screenshots/film/\(way)/ch1_10s.jpg",
                "/chapter-screenshots/film/\(way)ch1_10s.jpg", "/api/v1/status/\(way)", "/jobs/\(way)", "/\(way)",
                "/\(way)/\(way)/thumbnails.vtt", "//\(way)", "/geo/data/screenshot-status/\(way)",
            ] {
                let answer = try client.get(path)
                #expect((400..<500).contains(answer.status), "\(path): \(answer.status)")
                #expect(!answer.text.contains(Self.secret), "\(path)")
                #expect(!answer.text.contains(folder.path), "\(path)")
            }
            let named = try client.get("/geo/chapters/\(way)/thumbnails")
            #expect(named.status >= 400 || named.json?["thumbnails"] as? [String] == [], "\(way): \(named.text)")
            for path in [
                "/storyboards/\(way)", "/storyboards/\(way)/screenshots/ch1_10s.jpg", "/storyboards/film/\(way)",
            ] {
                let answer = try client.delete(path)
                #expect((400..<500).contains(answer.status), "DELETE \(path): \(answer.status)")
            }
            // "~" is a name like any other.
            let submitted = try client.submit(way, #"{"chapters": 1}"#)
            #expect((400..<500).contains(submitted.status) || way.hasPrefix("~"), "\(way): \(submitted.status)")
            let source = try JSONSerialization.data(withJSONObject: ["source": way.removingPercentEncoding ?? way])
            let refused = try client.submit("new", String(decoding: source, as: UTF8.self))
            #expect((400..<500).contains(refused.status), "source \(way): \(refused.status)")
            let upload = try client.upload("\(way)ch1_10s.jpg", of: "film", ServedLibrary.picture(1))
            #expect((400..<500).contains(upload.status), "\(way): \(upload.status)")
        }
        #expect(server.stop() == 0)
        let after = try (folder.names(), folder.names(in: "library"), folder.names(in: "library/film"))
        #expect(before.0 == after.0.filter { !$0.hasPrefix("serve-") && $0 != "sources" })
        // A process that ends may leave SQLite's log, which the next one takes in and removes.
        let kept = { (names: [String]) in names.filter { !$0.hasPrefix(".mosaic-catalog.sqlite-") } }
        #expect(kept(before.1) == kept(after.1).filter { !$0.hasPrefix("~") && $0 != ".mosaic-incoming" })
        #expect(before.2 == after.2)
        for name in ["thumbnails.vtt", "library/thumbnails.vtt", "screenshots/ch1_10s.jpg"] {
            #expect(try folder.read(name) == Array(Self.secret.utf8))
        }
    }

    @Test func `links in the library and in source roots lead nowhere`() async throws {
        let library = try ServedLibrary(width: 96)
        let folder = library.folder
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: folder.path(target))
        }
        let outside = try folder.write(Array(Self.secret.utf8), to: "secret")
        try folder.makeFolder("elsewhere/screenshots")
        try folder.write(Array(Self.secret.utf8), to: "elsewhere/thumbnails.vtt")
        try folder.write(ServedLibrary.picture(1), to: "elsewhere/screenshots/ch1_10s.jpg", modified: 1)
        try folder.write(ServedLibrary.picture(1), to: "elsewhere/ch1_10s.jpg", modified: 1)
        // A whole storyboard, its uploads, one file, and one sheet that lie elsewhere.
        try link("library/linked", to: "elsewhere")
        try folder.makeFolder("library/half")
        try link("library/half/screenshots", to: "elsewhere/screenshots")
        try link("library/film/sheet-9.0123456789abcdef0123456789abcdef.jpg", to: "secret")
        try folder.makeFolder("sources")
        try link("sources/out", to: "elsewhere")
        try folder.makeFolder("sources/files")
        try link("sources/files/ch1_10s.jpg", to: "elsewhere/ch1_10s.jpg")
        let server = try await library.serve("--source-root", folder.path("sources"), "--first-composition", "1")
        let client = ServeClient(port: server.port)
        for path in [
            "/storyboards/linked/thumbnails.vtt", "/storyboards/linked/mosaic.json", "/storyboards/half/thumbnails.vtt",
            "/storyboards/film/sheet-9.0123456789abcdef0123456789abcdef.jpg", "/chapter-screenshots/half/ch1_10s.jpg",
            "/chapter-screenshots/linked/ch1_10s.jpg", "/storyboards/out/thumbnails.vtt",
            "/chapter-screenshots/out/ch1_10s.jpg", "/chapter-screenshots/files/ch1_10s.jpg",
        ] {
            let answer = try client.get(path)
            #expect([404, 409].contains(answer.status), "\(path): \(answer.status)")
            #expect(!answer.text.contains(Self.secret), "\(path)")
        }
        for id in ["linked", "half"] {
            let upload = try client.upload("ch2_20s.jpg", of: id, ServedLibrary.picture(2))
            #expect((400..<500).contains(upload.status), "\(id): \(upload.status)")
        }
        // One answer for what lies elsewhere and for what does not exist.
        let forbidden = try client.submit("a", #"{"source": "out"}"#)
        let absent = try client.submit("b", #"{"source": "nothing"}"#)
        #expect((400..<500).contains(forbidden.status) && forbidden.status == absent.status)
        #expect(Self.message(forbidden)?.replacing("out", with: "nothing") == Self.message(absent))
        // What is removed is never what a link leads to.
        _ = try client.delete("/storyboards/linked")
        _ = try client.delete("/storyboards/half")
        #expect(server.stop() == 0)
        #expect(try folder.names(in: "elsewhere") == ["ch1_10s.jpg", "screenshots", "thumbnails.vtt"])
        #expect(try folder.names(in: "elsewhere/screenshots") == ["ch1_10s.jpg"])
        #expect(FileManager.default.contents(atPath: outside).map { Array($0) } == Array(Self.secret.utf8))
    }

    private static func message(_ answer: ServeAnswer) -> String? {
        (answer.json?["error"] as? [String: Any])?["message"] as? String
    }
}
