import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct FirstCompositionsTests {
    private func work(chapters: Int = 3) throws -> ServedWork {
        let work = try ServedWork()
        try work.folder.makeFolder("library/film/screenshots")
        for chapter in 1...chapters {
            try work.folder.write(
                ServedWork.picture(chapter), to: "library/film/screenshots/ch\(chapter)_\(chapter)s.jpg", modified: 1)
        }
        return work
    }

    @Test func `the first request for a storyboard that has only screenshots has it composed`() async throws {
        let work = try work()
        try await work.ask {
            $0.work.firstCompositionWait = 120
        } _: { client async throws in
            let answer = try await client.get("/storyboards/film/thumbnails.vtt")
            #expect(answer.status == .ok && answer.bytes.starts(with: "WEBVTT".utf8))
            #expect(try await client.get("/storyboards/film/tile?chapter=3").status == .ok)
            #expect(try await client.get("/storyboards/nothing/thumbnails.vtt").status == .notFound)
        }
        #expect(try await work.library.storyboard(StoryboardID(naming: "film"))?.tiles.count == 3)
    }

    @Test func `a thousand requests at a time make one composition`() async throws {
        let work = try work()
        try await work.ask {
            $0.work.firstCompositionWait = 120
        } _: { client async throws in
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<1_000 {
                    let name = number.isMultiple(of: 2) ? "thumbnails.vtt" : "mosaic.json"
                    group.addTask { try await client.get("/storyboards/film/\(name)").status }
                }
                for try await status in group { #expect(status == .ok) }
            }
            // The worker tells of it after it is there.
            let isCounted = try await work.comes {
                let metrics = String(decoding: try await client.get("/metrics").bytes, as: UTF8.self)
                return metrics.contains("mosaic_compose_duration_seconds_count 1\n")
            }
            #expect(isCounted)
        }
        #expect(try await work.library.catalog.jobs(JobQuery()).count == 1)
    }

    @Test func `a folder of a source root is composed by its name, after a removal by a submission`() async throws {
        let work = try ServedWork()
        let root = try work.folder.makeFolder("sources")
        try work.folder.makeFolder("sources/film")
        try work.folder.write(ServedWork.picture(1), to: "sources/film/ch1_4s.jpg", modified: 1)
        try await work.ask {
            $0.work.sourceRoots = [root]
            $0.work.firstCompositionWait = 120
        } _: { client async throws in
            let path = "/storyboards/film/mosaic.json"
            #expect(try await client.get(path).status == .ok)
            #expect(try await client.get("/chapter-screenshots/film/ch1_4s.jpg").bytes == ServedWork.picture(1))
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .noContent)
            for _ in 0..<2 { #expect(try await client.get(path).status == .notFound) }
            #expect(try await work.library.catalog.jobs(JobQuery()).isEmpty)
            #expect(try await client.submit("film", #"{"source": "film"}"#).status == .accepted)
            #expect(try await client.get(path).status == .ok)
        }
    }

    @Test func `a composition that takes too long is answered with 503 and Retry-After`() async throws {
        let work = try work()
        try await work.ask(works: false) {
            $0.work.firstCompositionWait = 0.2
        } _: { client async throws in
            let answer = try await client.get("/storyboards/film/thumbnails.vtt")
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "2")
            #expect(answer.errorCode == "not_yet")
        }
    }

    @Test func `with a token, a request that may not write has nothing composed`() async throws {
        let work = try work()
        try await work.ask {
            $0.work.firstCompositionWait = 120
            ($0.token, $0.jwtKey) = ("secret", .secret(ForgedToken.secret))
        } _: { client async throws in
            let path = "/storyboards/film/thumbnails.vtt"
            let reader = ForgedToken.hs256(#"{"exp":4102444800,"scope":"read"}"#)
            for fields in [[:], [.authorization: "Bearer \(reader)"], [.authorization: "Bearer x"]] as [HTTPFields] {
                #expect(try await client.get(path, fields).status == .notFound)
            }
            #expect(try await work.library.catalog.jobs(JobQuery()).isEmpty)
            #expect(try await client.get(path, [.authorization: "Bearer secret"]).status == .ok)
            #expect(try await client.get(path).status == .ok)
        }
    }

    @Test func `with a token, everybody's request has something composed where that is set`() async throws {
        let work = try work()
        try await work.ask {
            $0.work.firstCompositionWait = 120
            ($0.token, $0.work.composesOnRequest) = ("secret", true)
        } _: { client async throws in
            #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .ok)
        }
    }

    @Test func `composes nothing on a read-only server, or without a wait`() async throws {
        let work = try work()
        for change: @Sendable (inout ServerSettings) -> Void in [
            { $0.isReadOnly = true }, { $0.work.firstCompositionWait = 0 },
        ] {
            try await work.ask(change) { client async throws in
                #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .notFound)
            }
        }
        #expect(try await work.library.catalog.jobs(JobQuery()).isEmpty)
    }
}
