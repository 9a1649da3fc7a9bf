import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Submissions for screenshots in a bucket.
struct BucketSubmissionTests {
    private let bucket = MemoryBucket()

    private func ask<Value: Sendable>(
        works: Bool = false,
        _ test: @escaping @Sendable (ServedWork, any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let work = try ServedWork(buckets: bucket)
        return try await work.ask(works: works) { settings in
            settings.work.screenshots = BucketAddress("s3://chapter-screenshots/below")
            settings.work.firstCompositionWait = 120
        } _: { client in
            try await test(work, client)
        }
    }

    private func source(_ work: ServedWork, _ id: String = "film") async throws -> String? {
        try await work.library.catalog.job(of: StoryboardID(naming: id))?.request().source.folder
    }

    @Test func `a submission without a source takes the folder of its id`() async throws {
        try await ask { work, client async throws in
            for json in [#"{"chapters": 12}"#, #"{"chapters": 12, "title": "Film"}"#, "{}"] {
                #expect(try await client.submit("film", json).status == .accepted)
                #expect(try await source(work) == "s3://chapter-screenshots/below/film/")
            }
            let upload = try await client.upload("ch1_4s.jpg", ServedWork.picture(1))
            #expect(upload.status == .conflict)
            #expect(try await client.submit("numbered", #"{"interval_ms": 10000}"#).status == .accepted)
        }
    }

    @Test func `a storyboard that has uploads keeps them as its source`() async throws {
        try await ask { work, client async throws in
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .created)
            #expect(try await client.submit("film", #"{"chapters": 2}"#).status == .accepted)
            #expect(try await source(work)?.hasPrefix("s3://") == false)
        }
    }

    @Test func `no other part of a bucket can be named`() async throws {
        try await ask { _, client async throws in
            for source in ["s3://chapter-screenshots/below/film", "s3://other/", "s3:/x", "film"] {
                let answer = try await client.submit("film", #"{"source": "\#(source)"}"#)
                #expect(answer.status == .notFound, "\(source)")
            }
        }
    }

    @Test func `the screenshots of a bucket are composed when they are submitted`() async throws {
        for chapter in 1...3 {
            bucket.store(ServedWork.picture(chapter), at: "below/film/ch\(chapter)_\(60 * chapter)s.jpg")
        }
        try await ask(works: true) { work, client async throws in
            #expect(try await client.submit("film", #"{"chapters": 3}"#).status == .accepted)
            let isCompleted = try await work.comes {
                try await work.library.catalog.job(of: StoryboardID(naming: "film"))?.state == .completed
            }
            #expect(isCompleted)
            #expect(try await work.library.storyboard(StoryboardID(naming: "film"))?.tiles.count == 3)
            #expect(try await client.get("/storyboards/film/thumbnails.vtt").status == .ok)
        }
    }

    @Test func `the first request for a storyboard whose screenshots lie in the bucket has it composed`() async throws {
        for chapter in 1...3 {
            bucket.store(ServedWork.picture(chapter), at: "below/film/ch\(chapter)_\(60 * chapter)s.jpg")
        }
        try await ask(works: true) { _, client async throws in
            #expect(try await client.get("/storyboards/film/tile?chapter=3").status == .ok)
            #expect(try await client.get("/storyboards/nothing/thumbnails.vtt").status == .notFound)
        }
    }
}
