import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import NIOCore
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Notifications of imported files over HTTP.
struct FileEventRoutesTests {
    private let work: ServedWork

    init() throws {
        work = try ServedWork()
        for root in ["films/Sintel (2010)", "videos/ana/youtube"] { try work.folder.makeFolder(root) }
    }

    private func ask(
        _ change: @escaping (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await work.ask(
            works: false,
            {
                $0.work.sourceRoots = [work.folder.path("films")]
                $0.work.videoRoots = [work.folder.path("videos")]
                change(&$0)
            }, test)
    }

    private func notification(_ paths: [String], kind: String = "Download") -> String {
        let files = paths.map { #"{"path":"\#($0)"}"# }.joined(separator: ",")
        return #"{"eventType":"\#(kind)","series":{"path":"/elsewhere"},"episodeFiles":[\#(files)]}"#
    }

    private func send(
        _ json: String, to client: any TestClientProtocol, authorization: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = authorization
        return try await client.execute(
            uri: "/events/files", method: .post, headers: headers, body: ByteBuffer(string: json)
        ) { $0 }
    }

    private static func counts(_ answer: TestResponse) -> [Int?] {
        ["files", "submitted", "ignored"].map { answer.json?[$0] as? Int }
    }

    @Test func `films below both kinds of roots become jobs under the ids of a batch`() async throws {
        let film = try work.folder.write([1], to: "films/Sintel (2010)/Sintel.mkv")
        let video = try work.folder.write([1], to: "videos/ana/youtube/film.mp4")
        try await ask { client async throws in
            let answer = try await send(notification([film, video]), to: client)
            #expect(answer.status == .ok)
            #expect(Self.counts(answer) == [2, 2, 0])
        }
        let walk = try SourceTree(root: work.folder.path("films")).walk(passing: nil)
        let planned = try #require(BatchPlan(walk, naming: .path).sources.first)
        let job = try #require(try await work.library.catalog.job(of: planned.id))
        #expect(try job.request().title == "Sintel (2010)/Sintel")
        #expect(try job.request().source.filmPath == RealFilm.path(film))
        #expect(try await work.library.catalog.job(of: StoryboardID(naming: "ana/youtube/film")) != nil)
    }

    @Test func `a film that the library has becomes a job under the id and title that it has`() async throws {
        let film = try work.folder.write([1], to: "films/Sintel (2010)/Sintel.mkv")
        let id = StoryboardID(naming: "sintel-abcdef")
        try await work.library.catalog.put(
            CatalogEntry(
                id: id, title: "Sintel", tiles: 1, duration: nil, bytes: 1, created: .now, updated: .now,
                fingerprint: nil, source: RecordedSource(path: film)))
        try await ask { client async throws in
            #expect(Self.counts(try await send(notification([film]), to: client)) == [1, 1, 0])
        }
        let job = try #require(try await work.library.catalog.job(of: id))
        #expect(try job.request().title == "Sintel")
        #expect(try await work.library.catalog.job(of: StoryboardID(naming: "Sintel (2010)/Sintel")) == nil)
    }

    @Test func `ignores paths that are not films below a root, also through links`() async throws {
        let outside = try work.folder.write([1], to: "outside.mkv")
        let text = try work.folder.write([1], to: "films/notes.txt")
        try work.folder.makeFolder("films/folder.mkv")
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("films/link.mkv"), withDestinationPath: outside)
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("films/up"), withDestinationPath: work.folder.path)
        let root = work.folder.path("films")
        let paths = [
            outside, text, root, "\(root)/link.mkv", "\(root)/up/outside.mkv", "\(root)/../outside.mkv",
            "\(root)/missing.mkv", "\(root)/folder.mkv", "outside.mkv", "", "/", "/etc/passwd", "\(root)s/a.mkv",
            "C:\\\\films\\\\a.mkv", "\(root)/a\\u0000.mkv",
        ]
        try await ask { client async throws in
            let answer = try await send(notification(paths), to: client)
            #expect(Self.counts(answer) == [paths.count, 0, paths.count])
        }
        #expect(try await work.library.catalog.jobCounts().values.allSatisfy { $0 == 0 })
    }

    @Test func `an upgrade has the film composed again, and one of another source is left alone`() async throws {
        let film = try work.folder.write([1], to: "films/a.mkv")
        try await ask { client async throws in
            #expect(Self.counts(try await send(notification([film]), to: client)) == [1, 1, 0])
            let job = try #require(try await work.library.catalog.lease(to: "elsewhere", for: 60, of: nil))
            _ = try await work.library.catalog.update(job.number) { $0.finish(.complete, now: $1) }
            #expect(Self.counts(try await send(notification([film]), to: client)) == [1, 1, 0])
            #expect(try await work.library.catalog.job(job.number)?.state == .processing)
            let other = try work.folder.write([1], to: "videos/a.mp4")
            #expect(Self.counts(try await send(notification([other]), to: client)) == [1, 0, 1])
        }
    }

    @Test func `tests and other kinds are answered, and need the token like every notification`() async throws {
        try await ask {
            $0.token = "secret"
        } _: { client async throws in
            #expect(try await send(FileNotificationTests.test, to: client).status == .unauthorized)
            for field in ["Bearer secret", "secret"] {
                let answer = try await send(FileNotificationTests.test, to: client, authorization: field)
                #expect(answer.status == .ok)
                #expect(Self.counts(answer) == [0, 0, 0])
            }
        }
        try await ask { client async throws in
            #expect(Self.counts(try await send(notification(["/a.mkv"], kind: "Grab"), to: client)) == [0, 0, 0])
            for text in ["{}", "[]", "", "{"] { #expect(try await send(text, to: client).status == .badRequest) }
        }
    }
}

/// A path without links.
private enum RealFilm {
    static func path(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
}
