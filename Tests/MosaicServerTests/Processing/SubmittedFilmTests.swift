import FilmFixtures
import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing
import WebVTT

@testable import MosaicLibrary
@testable import MosaicServer

/// Films below source roots.
struct SubmittedFilmTests {
    private let work: ServedWork
    private let root: String

    init() throws {
        work = try ServedWork()
        root = try work.folder.makeFolder("sources")
    }

    private func request(_ json: String) async throws -> (status: HTTPResponse.Status, request: JobRequest?) {
        let status = try await work.ask(works: false) {
            $0.work.sourceRoots = [root]
        } _: { client async throws in
            try await client.submit("story", json).status
        }
        return (status, try await work.library.catalog.job(of: StoryboardID(naming: "story"))?.request())
    }

    @Test func `a film below a root is taken with all its options`() async throws {
        try work.folder.makeFolder("sources/deep")
        try work.folder.write([1], to: "sources/deep/film.MKV", modified: 1)
        let answer = try await request(
            #"{"source": "deep/film.MKV", "chapters": true, "exact": "never", "avoid_blank": false, "title": "T"}"#)
        #expect(answer.status == .accepted)
        let source = try #require(answer.request?.source)
        #expect(source.folder == root + "/deep/film.MKV" && source.filmPath == source.folder)
        #expect(source.film.chapters == .container && source.film.exactness == .never && !source.film.avoidsBlank)
        #expect(answer.request?.expected == nil)
    }

    @Test func `a count or an interval chooses frames`() async throws {
        try work.folder.write([1], to: "sources/film.mp4", modified: 1)
        #expect(try await request(#"{"source": "film.mp4", "count": 30}"#).request?.source.film.count == 30)
        let interval = try await request(#"{"source": "film.mp4", "interval_ms": 5000, "chapters": false}"#)
        #expect(interval.request?.source.interval?.milliseconds == 5_000)
        #expect(interval.request?.source.film == FilmOptions())
        #expect(interval.request?.title == "film")
        #expect(try await request(#"{"source": "film.mp4", "title": "A film"}"#).request?.title == "A film")
    }

    @Test(arguments: [
        #"{"source": "film.mp4", "count": 0}"#, #"{"source": "film.mp4", "count": 10001}"#,
        #"{"source": "film.mp4", "count": 3, "chapters": true}"#,
        #"{"source": "film.mp4", "count": 3, "interval_ms": 1000}"#, #"{"source": "film.mp4", "exact": "maybe"}"#,
        #"{"source": "film.mp4", "chapters": 5}"#, #"{"source": "folder", "count": 3}"#,
        #"{"source": "folder", "chapters": true}"#, #"{"count": 3}"#,
    ])
    func `options that make no sense are refused`(_ json: String) async throws {
        try work.folder.write([1], to: "sources/film.mp4", modified: 1)
        try work.folder.makeFolder("sources/folder")
        let answer = try await request(json)
        #expect(answer.status.code >= 400 && answer.status.code < 500 && answer.request == nil, "\(answer)")
    }

    @Test func `files that are not films, or lie outside of the roots, are not found`() async throws {
        try work.folder.write([1], to: "outside.mp4", modified: 1)
        try work.folder.write([1], to: "sources/notes.txt", modified: 1)
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("sources/out.mp4"), withDestinationPath: "../outside.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("sources/text.mp4"), withDestinationPath: "notes.txt")
        for name in ["notes.txt", "out.mp4", "text.mp4", "../outside.mp4", "none.mp4"] {
            #expect(try await request("{\"source\": \"\(name)\"}").status == .notFound, "\(name)")
        }
    }

    @Test(.enabled(if: FramesTool.isReady, "\(FramesTool.missing)"))
    func `a film is composed and served like a folder`() async throws {
        FilmProgram.find { FramesTool.path.map(FilmProgram.init(path:)) }
        let film = try Array(Data(contentsOf: URL(filePath: Film.partlyBlack.path())))
        try work.folder.write(film, to: "sources/film.mp4", modified: 1)
        try await work.ask {
            $0.work.sourceRoots = [root]
        } _: { [work] client async throws in
            let answer = try await client.submit("story", #"{"source": "film.mp4", "count": 4, "settle_s": 0}"#)
            #expect(answer.status == .accepted)
            let isDone = try await work.comes {
                try await client.get("/storyboards/story/thumbnails.vtt").status == .ok
            }
            #expect(isDone)
            #expect(try await client.get("/storyboards/story/tile?t=11").status == .ok)
            #expect(try await client.get("/chapter-screenshots/story/ch1_4s.jpg").status == .notFound)
        }
        let storyboard = try await work.library.storyboard(StoryboardID(naming: "story"))
        #expect(storyboard?.tiles.map(\.time.milliseconds) == [0, 5_000, 10_000, 15_000])
        #expect(storyboard?.duration?.milliseconds == 20_000)
    }
}
