import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// The server makes what ``Export/all`` lists, and nothing of it is stored.
struct ExportRoutesTests {
    /// The exports that the storyboard of a test has.
    private static func files(
        of export: Export, _ served: ServedLibrary, _ options: ExportOptions = ExportOptions()
    ) async throws -> [(file: ExportFile, bytes: [UInt8])] {
        let store = served.library.store
        let key = ObjectKey(served.id)
        let set = try #require(try await StoryboardSet.published(in: store, key))
        let source = ExportSource(set, StoredSheets(in: store, folder: key), options)
        var files: [(ExportFile, [UInt8])] = []
        for file in try await export.files(of: source) { files.append((file, try await file.bytes(from: source))) }
        return files
    }

    @Test func `every export has a route and a description with its media type`() async throws {
        let served = try await ServedLibrary()
        let router = try routedServer(served.library, ServerSettings(), logger: .silent).router
        let bytes = try await served.ask { client async throws in try await client.get("/openapi.json").bytes }
        let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let paths = document?["paths"] as? [String: [String: [String: Any]]]
        for export in Export.all {
            let path = "/storyboards/{id}/\(export.document)"
            #expect(Set(router.routes.filter { "\($0.path)" == path }.map(\.method)) == [.get, .head], "\(path)")
            let get = try #require(paths?[path]?["get"], "\(path)")
            let success = (get["responses"] as? [String: [String: Any]])?["200"]
            #expect((success?["content"] as? [String: Any])?.keys.sorted() == [String(export.type.essence)], "\(path)")
            let parameters = (get["parameters"] as? [[String: String]])?.compactMap { $0["$ref"] } ?? []
            let takesCadence = parameters.contains("#/components/parameters/cadence")
            #expect(takesCadence == export.takesCadence, "\(path)")
        }
    }

    @Test(arguments: Export.all.map(\.name))
    func `every file of an export is answered with its bytes, type and caching, in parts, and not again`(
        name: String
    ) async throws {
        let export = try #require(Export(named: name))
        let served = try await ServedLibrary()
        let files = try await Self.files(of: export, served)
        let before = try served.folder.names(in: "library/film")
        try await served.ask { client async throws in
            for (file, bytes) in files {
                let path = "/storyboards/film/" + FileURLs.encoded(file.path)
                let whole = try await client.get(path)
                #expect(whole.status == .ok && whole.bytes == bytes, "\(path)")
                #expect(whole.headers[.contentType] == file.type.rawValue, "\(path)")
                let caching = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
                #expect(whole.headers[.cacheControl] == caching, "\(path)")
                let part = try await client.get(path, [.range: "bytes=3-9"])
                #expect(part.status == .partialContent && part.bytes == Array(bytes[3...9]), "\(path)")
                #expect(part.headers[.contentRange] == "bytes 3-9/\(bytes.count)", "\(path)")
                let end = try await client.get(path, [.range: "bytes=-4"])
                #expect(end.status == .partialContent && end.bytes == Array(bytes.suffix(4)), "\(path)")
                let tag = try #require(whole.headers[.eTag])
                #expect(!tag.hasPrefix("W/"))
                #expect(try await client.get(path, [.ifNoneMatch: tag]).status == .notModified, "\(path)")
            }
        }
        #expect(try served.folder.names(in: "library/film") == before)
    }

    @Test func `a missing file of a storyboard is not found`() async throws {
        try await ServedLibrary().ask { client async throws in
            for path in [
                "film/other.m3u8", "film/dash/0123/0.jpg", "film/160/mosaic.json", "film/160/thumbnails.vtt",
                "film/160/preview.html", "film/0160/mosaic.json", "film/a/b/c/d.jpg", "film/.mosaic-source.json",
                "film/..%2Fmosaic.json", "film/160/..%2Fmosaic.json", "none/vidstack.json", "film/tiles/x/y.jpg",
            ] { #expect(try await client.get("/storyboards/\(path)").status == .notFound, "\(path)") }
        }
    }

    @Test(arguments: ["0", "0.05", "-1", "x", "86401", "1&cadence=2"])
    func `a cadence that cannot be is refused`(text: String) async throws {
        try await ServedLibrary().ask { client async throws in
            #expect(try await client.get("/storyboards/film/vidstack.json?cadence=\(text)").status == .badRequest)
        }
    }

    @Test func `tiles of PNG sheets cannot be moved, and their cues can`() async throws {
        let served = try await ServedLibrary()
        try await served.compose(chapters: [1, 2], id: StoryboardID(naming: "png"), format: .png)
        try await served.ask { client async throws in
            #expect(try await client.get("/storyboards/png/vidstack.json").status == .ok)
            for export in [Export.dash, .jellyfin] {
                let answer = try await client.get("/storyboards/png/\(export.document)")
                #expect(answer.status == .unprocessableContent, "\(export.name)")
            }
        }
    }

    @Test(arguments: Export.all.map(\.name))
    func `where reading takes a token, every URL in a document opens by its own signature`(name: String) async throws {
        let export = try #require(Export(named: name))
        try await ServedLibrary().ask {
            $0.token = "secret"
            $0.reading = .token
        } _: { client async throws in
            let path = "/storyboards/film/\(export.document)"
            #expect(try await client.get(path).status == .unauthorized)
            var documents = [(path + "?token=secret", export.type)]
            var seen: Set<String> = []
            while let (path, type) = documents.popLast() {
                let answer = try await client.get(path)
                #expect(answer.status == .ok, "\(path)")
                guard type != .jpeg, type != .mp4, type != .bytes else { continue }
                #expect(answer.headers[.cacheControl] == "private, no-store", "\(path)")
                #expect(!answer.text.contains("secret"), "\(path)")
                for url in NamedFiles(in: answer.text, of: type, at: path).urls where seen.insert(url).inserted {
                    let name = url.prefix { $0 != "?" }
                    #expect(try await client.get(String(name)).status == .unauthorized, "\(name)")
                    documents.append((url, ContentType(fileName: String(name)) ?? .bytes))
                }
            }
        }
    }

    @Test func `a public URL begins every URL`() async throws {
        try await ServedLibrary().ask {
            $0.publicURL = "https://films.example"
            $0.urlPrefix = "/m"
        } _: { client async throws in
            let text = try await client.get("/m/storyboards/film/vidstack.json").text
            let urls = text.matches(of: /"text":\s*"([^"]+)"/).map { $0.1.replacing("\\/", with: "/") }
            #expect(urls.count == 5)
            #expect(urls.allSatisfy { $0.hasPrefix("https://films.example/m/storyboards/film/sheet-") })
        }
    }

    @Test func `sheets keep the URLs of the record, and other files have none there`() async throws {
        let served = try await ServedLibrary()
        try await served.publish(baseURL: "https://cdn.example/film/")
        try await served.ask { client async throws in
            let text = try await client.get("/storyboards/film/vidstack.json").text
            #expect(text.contains(#""text": "https://cdn.example/film/sheet-0."#))
        }
    }

    @Test func `a growing storyboard has exports of its latest record`() async throws {
        let served = try await ServedLibrary()
        try await served.ask { client async throws in
            let first = try await client.get("/storyboards/film/vidstack.json")
            try await served.compose(chapters: [1, 2, 3, 4, 5, 6])
            var next = try await client.get("/storyboards/film/vidstack.json")
            // The server may answer from memory for as long as it does for records.
            while next.bytes == first.bytes {
                try await Task.sleep(for: .milliseconds(20))
                next = try await client.get("/storyboards/film/vidstack.json")
            }
            #expect(next.headers[.eTag] != first.headers[.eTag])
            #expect(next.text.matches(of: /"text"/).count == 6)
        }
    }

    @Test func `a further width has the routes of a storyboard in its folder`() async throws {
        let served = try await ServedLibrary()
        try await served.addWidth(160)
        let contents = try served.folder.contents(of: "library/film/160")
        try await served.ask { client async throws in
            for name in ["mosaic.json", "thumbnails.vtt"] {
                #expect(try await client.get("/storyboards/film/160/\(name)").bytes == contents[name], "\(name)")
            }
            let other = try await client.get("/storyboards/film/320/thumbnails.vtt")
            #expect(
                other.status == .notFound
                    && other.errorMessage == "The storyboard has no folder 320; its track is "
                        + "/storyboards/film/thumbnails.vtt, and those of further widths are in 160."
            )
            let thinned = try await client.get("/storyboards/film/160/thumbnails.vtt?max=2").text
            #expect(thinned.matches(of: /#xywh=/).count == 2)
            for (name, bytes) in contents where SheetName(rawValue: name) != nil {
                let sheet = try await client.get("/storyboards/film/160/\(name)")
                #expect(sheet.bytes == bytes && sheet.headers[.cacheControl]?.hasSuffix("immutable") == true)
            }
        }
        try await served.ask {
            $0.token = "secret"
            $0.reading = .token
        } _: { client async throws in
            let path = "/storyboards/film/160/thumbnails.vtt"
            #expect(try await client.get(path).status == .unauthorized)
            let text = try await client.get(path + "?token=secret").text
            let urls = Set(text.matches(of: /(?m)^(sheet-[^#]+)#/).map { String($0.1) })
            #expect(!urls.isEmpty && !text.contains("secret"))
            for url in urls {
                #expect(try await client.get("/storyboards/film/160/\(url)").status == .ok)
                let elsewhere = url.replacing("?", with: "?x=1&")
                #expect(try await client.get("/storyboards/film/\(elsewhere)").status == .unauthorized)
            }
        }
    }

    @Test(arguments: Export.all.map(\.name))
    func `the files of an export with two widths are answered, too`(name: String) async throws {
        let export = try #require(Export(named: name))
        let served = try await ServedLibrary()
        try await served.addWidth(160)
        let files = try await Self.files(of: export, served)
        try await served.ask { client async throws in
            for (file, bytes) in files {
                let answer = try await client.get("/storyboards/film/" + FileURLs.encoded(file.path))
                #expect(answer.status == .ok && answer.bytes == bytes, "\(file.path)")
            }
        }
    }
}
