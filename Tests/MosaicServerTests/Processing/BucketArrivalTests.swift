import Hummingbird
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// Chapters of a bucket, put one by one under a server that composes.
struct BucketArrivalTests {
    private struct Status: Decodable {
        struct Chapter: Decodable, Equatable {
            let index: Int
            let screenshotUrl: String?
        }
        let status: String
        let completedChapters: Int?
        let totalChapters: Int?
        let chapters: [Chapter]?
    }

    private struct List: Decodable {
        let thumbnails: [String]
    }

    private static let base = "https://s3.travel-tube.example/chapter-screenshots/"

    @Test(arguments: [true, false])
    func `status, list and track agree after each chapter, and the last one completes`(hasEvents: Bool) async throws {
        let bucket = MemoryBucket()
        let work = try ServedWork(buckets: bucket)
        let id = StoryboardID(naming: "film")
        try await work.ask {
            $0.work.screenshots = BucketAddress("s3://chapter-screenshots")
            $0.screenshotsURL = Self.base
        } _: { client async throws in
            let list = (1...3).map { #"{"index": \#($0), "time": \#(60 * $0)}"# }.joined(separator: ",")
            #expect(try await client.submit("film", #"{"chapters": [\#(list)]}"#).status == .accepted)
            func status() async throws -> Status {
                try await client.get("/geo/data/screenshot-status/film").decoded(Status.self)
            }
            for chapter in 1...3 {
                let key = "film/ch\(chapter)_\(60 * chapter)s.jpg"
                bucket.store(ServedWork.picture(chapter), at: key)
                if hasEvents {
                    let answer = try await client.notify(
                        #"{"Records":[\#(BucketNotificationHandlerTests.record(key))]}"#)
                    #expect(answer.json?["woken"] as? Int == 1)
                }
                let urls = (1...3).map { $0 <= chapter ? "film/ch\($0)_\(60 * $0)s.jpg" : nil }
                let isShown = try await work.comes {
                    let now = try await status()
                    #expect(now.totalChapters == (now.status == "PROCESSING" ? 3 : nil))
                    #expect(chapter == 3 || now.status != "COMPLETED", "after \(chapter)")
                    guard now.chapters?.map(\.screenshotUrl) == urls else { return false }
                    return chapter < 3 ? now.completedChapters == chapter : now.status == "COMPLETED"
                }
                #expect(isShown)
                let shown = try await work.library.storyboard(id)?.tiles.map { "film/\($0.source.name)" }
                #expect(shown == urls.compactMap(\.self))
                guard hasEvents || chapter == 3 else { continue }
                // Without events a list may be some seconds old.
                let isListed = try await work.comes {
                    try await client.get("/geo/chapters/film/thumbnails").decoded(List.self).thumbnails
                        == urls.compactMap { $0.map { Self.base + $0 } }
                }
                #expect(isListed)
            }
        }
    }
}
