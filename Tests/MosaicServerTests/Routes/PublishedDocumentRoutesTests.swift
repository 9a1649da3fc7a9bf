import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicServer

/// The server and its description have what ``PublishedDocument/all`` lists.
struct PublishedDocumentRoutesTests {
    private static let files = PublishedDocument.all.flatMap(\.files)

    @Test func `every document has a route and a description with its media type`() async throws {
        let served = try await ServedLibrary()
        let router = try routedServer(served.library, ServerSettings(), logger: .silent).router
        let bytes = try await served.ask { client async throws in try await client.get("/openapi.json").bytes }
        let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let paths = document?["paths"] as? [String: [String: [String: Any]]]
        for file in Self.files {
            let methods = router.routes.filter { "\($0.path)" == "/storyboards/{id}/\(file.servedName)" }.map(\.method)
            #expect(Set(methods) == [.get, .head], "\(file.name)")
            let get = try #require(paths?["/storyboards/{id}/\(file.servedName)"]?["get"])
            let success = (get["responses"] as? [String: [String: Any]])?["200"]
            #expect((success?["content"] as? [String: Any])?.keys.sorted() == [String(file.type.essence)])
        }
    }

    @Test func `every document is answered with its type, in parts, and not again where it is known`() async throws {
        try await ServedLibrary().ask { client async throws in
            for file in Self.files {
                let path = "/storyboards/film/\(file.servedName)"
                let whole = try await client.get(path)
                #expect(whole.status == .ok && whole.headers[.contentType] == file.type.rawValue, "\(path)")
                let part = try await client.get(path, [.range: "bytes=3-9"])
                #expect(part.status == .partialContent && part.bytes == Array(whole.bytes[3...9]), "\(path)")
                let tag = try #require(whole.headers[.eTag])
                #expect(try await client.get(path, [.ifNoneMatch: tag]).status == .notModified, "\(path)")
            }
        }
    }

    @Test func `a document is served as published, under its own name unless the server makes it`() async throws {
        let served = try await ServedLibrary()
        let contents = try served.folder.contents(of: "library/film")
        try await served.ask { client async throws in
            for file in Self.files {
                let answer = try await client.get("/storyboards/film/\(file.name)")
                switch file.serving {
                case .published, .fitted: #expect(answer.bytes == contents[file.name], "\(file.name)")
                case .made: #expect(answer.status == .notFound, "\(file.name)")
                }
            }
        }
    }

    @Test func `a list links every document and export, and each link leads to one`() async throws {
        try await ServedLibrary().ask { client async throws in
            let list = try #require(try await client.get("/storyboards").json)
            let entry = try #require((list["storyboards"] as? [[String: Any]])?.first)
            let links = try #require(entry["links"] as? [String: String])
            #expect(links.keys.sorted() == (PublishedDocument.all.map(\.name) + Export.all.map(\.name)).sorted())
            for link in links.values { #expect(try await client.get(link).status == .ok, "\(link)") }
        }
    }
}
