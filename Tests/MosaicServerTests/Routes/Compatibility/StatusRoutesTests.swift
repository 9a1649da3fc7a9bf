import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// The chapters in the status of a job.
struct StatusRoutesTests {
    private struct Answer: Decodable {
        struct Chapter: Decodable, Equatable {
            let index: Int
            let time: Double
            let title: String?
            let screenshotUrl: String?
        }
        struct Data: Decodable {
            let status: String
            let chapters: [Chapter]?
        }
        let data: Data
    }

    @Test func `chapters of uploads get their URLs as they are composed`() async throws {
        let work = try ServedWork()
        try await work.ask { client async throws in
            let list = #"{"chapters": [{"index": 1, "time": 4, "title": "One"}, {"index": 2, "time": 9.5}]}"#
            _ = try await client.submit("film", list)
            func status() async throws -> Answer.Data {
                try await client.get("/auth/geo/data/screenshot-status/film").decoded(Answer.self).data
            }
            let pending = try await status()
            #expect(pending.status == "PENDING")
            #expect(
                pending.chapters == [
                    .init(index: 1, time: 4, title: "One", screenshotUrl: nil),
                    .init(index: 2, time: 9.5, title: nil, screenshotUrl: nil),
                ])
            _ = try await client.upload("ch2_9s.jpg", ServedWork.picture(2))
            #expect(
                try await work.comes { try await status().chapters?.last?.screenshotUrl == "film/ch2_9s.jpg" })
            #expect(try await status().chapters?.first?.screenshotUrl == nil)
            _ = try await client.upload("ch1_4s.jpg", ServedWork.picture(1))
            let isCompleted = try await work.comes {
                let now = try await status()
                // A client that sees this does not ask again.
                if now.status == "COMPLETED" {
                    #expect(now.chapters?.map(\.screenshotUrl) == ["film/ch1_4s.jpg", "film/ch2_9s.jpg"])
                }
                return now.status == "COMPLETED"
            }
            #expect(isCompleted)
            let picture = try await client.get("/chapter-screenshots/film/ch1_4s.jpg")
            #expect(picture.bytes == ServedWork.picture(1))
        }
    }

    @Test func `the storyboard of a completed job is the one that another process has just published`() async throws {
        let served = try await ServedLibrary(chapters: 1)
        let source = ScreenshotSource(folder: served.folder.path("screenshots-[1]"))
        try await served.ask { client async throws in
            var request = JobRequest(id: served.id, source: source)
            request.expected = .count(2)
            let job = try await served.library.catalog.submit(request)
            func count() async throws -> Int? {
                try await client.get("/geo/data/screenshot-status/film").decoded(Answer.self).data.chapters?.count
            }
            #expect(try await count() == 1)
            try await served.compose(chapters: [1, 2])
            _ = try await served.library.catalog.lease(to: "elsewhere", for: 60, of: served.id)
            _ = try await served.library.catalog.update(job.number) { $0.finish(.complete, now: $1) }
            #expect(try await count() == 2)
        }
    }

    @Test func `where nothing is kept a completed storyboard has no URLs`() async throws {
        let work = try ServedWork()
        try await work.ask {
            $0.work.keepsScreenshots = false
        } _: { client async throws in
            _ = try await client.submit("film", #"{"chapters": 1}"#)
            _ = try await client.upload("ch1_4s.jpg", ServedWork.picture(1))
            let isCompleted = try await work.comes {
                let answer = try await client.get("/geo/data/screenshot-status/film").decoded(Answer.self)
                guard answer.data.status == "COMPLETED" else { return false }
                #expect(answer.data.chapters == [.init(index: 1, time: 4, title: nil, screenshotUrl: nil)])
                return true
            }
            #expect(isCompleted)
        }
    }

    @Test func `chapters beside the screenshots in a bucket are shown although another process composes`() async throws
    {
        let bucket = MemoryBucket()
        let work = try ServedWork(buckets: bucket)
        bucket.store(Array(#"[{"index": 1, "time": 4, "title": "One"}]"#.utf8), at: "film/chapters.json")
        let source = Mosaic.ScreenshotSource(folder: "s3://chapter-screenshots/film/")
        _ = try await work.library.catalog.submit(JobRequest(id: StoryboardID(naming: "film"), source: source))
        try await work.ask(works: false) { client async throws in
            func chapters() async throws -> [Answer.Chapter]? {
                try await client.get("/geo/data/screenshot-status/film").decoded(Answer.self).data.chapters
            }
            #expect(
                try await work.comes {
                    try await chapters() == [.init(index: 1, time: 4, title: "One", screenshotUrl: nil)]
                })
            for _ in 1...5 { _ = try await chapters() }
        }
        #expect(bucket.requests == [.get("film/chapters.json")])
    }
}
