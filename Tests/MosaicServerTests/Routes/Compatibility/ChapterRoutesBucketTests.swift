import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Responses to the app for screenshots in a bucket.
struct ChapterRoutesBucketTests {
    private struct ChapterThumbnailsResponse: Decodable, Equatable {
        let youtubeContentId: String
        let thumbnails: [String]
        var skipped: [String]?
    }

    private static let base = "https://s3.travel-tube.com/chapter-screenshots/"

    private let bucket = MemoryBucket()

    private func ask<Value: Sendable>(
        _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (ServedWork, any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let work = try ServedWork(buckets: bucket)
        return try await work.ask(works: false) { settings in
            settings.work.screenshots = BucketAddress("s3://chapter-screenshots")
            settings.screenshotsURL = Self.base
            change(&settings)
        } _: { client in
            try await test(work, client)
        }
    }

    @Test func `chapters of any id are listed with the URLs of the bucket`() async throws {
        for name in ["ch10_2000s.jpg", "ch2_397s.jpg", "ch1_4s.jpg", "ch3_721s.png"] {
            bucket.store([1], at: "xlumX1Wtzrg/\(name)")
        }
        try await ask { _, client async throws in
            let answer = try await client.get("/geo/chapters/xlumX1Wtzrg/thumbnails")
            #expect(answer.status == .ok && answer.headers[.age] == "0")
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(
                try answer.decoded(ChapterThumbnailsResponse.self)
                    == ChapterThumbnailsResponse(
                        youtubeContentId: "xlumX1Wtzrg",
                        thumbnails: ["ch1_4s.jpg", "ch2_397s.jpg", "ch10_2000s.jpg"].map {
                            Self.base + "xlumX1Wtzrg/" + $0
                        }, skipped: ["ch3_721s.png"]))
            let head = try await client.execute(uri: "/geo/chapters/xlumX1Wtzrg/thumbnails", method: .head) { $0 }
            #expect(head.status == .ok && head.bytes.isEmpty)
            #expect(head.headers[.contentLength] == answer.headers[.contentLength])
        }
    }

    @Test func `where nothing is there the list is empty`() async throws {
        try await ask { _, client async throws in
            let answer = try await client.get("/geo/chapters/nothing/thumbnails")
            #expect(answer.status == .ok)
            #expect(
                String(decoding: answer.bytes, as: UTF8.self)
                    == #"{"data":{"thumbnails":[],"youtubeContentId":"nothing"},"success":true,"thumbnails":[],"youtubeContentId":"nothing"}"#
            )
        }
    }

    @Test func `a bucket that is down is 503 with Retry-After, and the response hides its error`() async throws {
        bucket.fail { _ in MosaicError(.refused, "chapter-screenshots", "The key id AKIAEXAMPLE is unknown.") }
        try await ask { _, client async throws in
            for path in ["/geo/chapters/film/thumbnails", "/chapter-screenshots/film/ch1_4s.jpg"] {
                let answer = try await client.get(path)
                #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "5")
                #expect(answer.errorCode == "unavailable")
                #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("AKIA"))
            }
        }
    }

    @Test func `a list needs a token where reading does`() async throws {
        try await ask {
            $0.token = "secret"
            $0.reading = .token
        } _: { _, client async throws in
            #expect(try await client.get("/geo/chapters/film/thumbnails").status == .unauthorized)
            let answer = try await client.get("/geo/chapters/film/thumbnails", [.authorization: "Bearer secret"])
            #expect(answer.status == .ok && answer.headers[.cacheControl] == "private, no-store")
        }
        #expect(bucket.requests.count == 1)
    }

    @Test func `uploads keep the server's own URLs, and the bucket is not asked`() async throws {
        try await ask { _, client async throws in
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .created)
            let answer = try await client.get("/geo/chapters/film/thumbnails")
            #expect(
                try answer.decoded(ChapterThumbnailsResponse.self).thumbnails
                    == ["http://localhost/chapter-screenshots/film/ch1_4s.jpg"])
            #expect(answer.headers[.age] == nil)
            #expect(try await client.get("/chapter-screenshots/film/ch1_4s.jpg").bytes == ServedWork.picture(1))
        }
        #expect(bucket.requests.isEmpty)
    }

    @Test func `a screenshot of the bucket is where the bucket has it`() async throws {
        bucket.store([1], at: "film/ch01_4s.jpg")
        try await ask { _, client async throws in
            for path in ["/chapter-screenshots/film/ch1_4s.jpg", "/storyboards/film/screenshots/ch1_4s.jpg"] {
                let answer = try await client.get(path)
                #expect(answer.status == .found && answer.headers[.location] == Self.base + "film/ch01_4s.jpg")
            }
            #expect(try await client.get("/chapter-screenshots/film/ch2_4s.jpg").status == .notFound)
        }
    }

    @Test func `clearing the caches has the bucket listed again`() async throws {
        bucket.store([1], at: "film/ch1_4s.jpg")
        try await ask { _, client async throws in
            for _ in 0..<3 { _ = try await client.get("/geo/chapters/film/thumbnails") }
            #expect(bucket.requests.count == 1)
            let freed = try await client.execute(uri: "/admin/purge", method: .post) { $0 }.json?["freed_bytes"] as? Int
            #expect(freed ?? 0 > 0)
            _ = try await client.get("/geo/chapters/film/thumbnails")
            #expect(bucket.requests.count == 2)
        }
    }

    @Test func `a server without a client of buckets does not begin`() throws {
        let error = #expect(throws: MosaicError.self) {
            try ServedWork().application {
                $0.work.screenshots = BucketAddress("s3://chapter-screenshots")
                $0.screenshotsURL = Self.base
            }
        }
        #expect(error?.code == .invalidSettings)
    }
}
