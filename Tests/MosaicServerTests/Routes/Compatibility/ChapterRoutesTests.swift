import Foundation
import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import NIOCore
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// Responses as the app's models decode them, and the results of its flows.
struct ChapterRoutesTests {
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    private struct ServiceResponse<Value: Decodable>: Decodable {
        let success: Bool
        let data: Value?
    }

    private struct ChapterThumbnailsResponse: Decodable, Equatable {
        let youtubeContentId: String
        let thumbnails: [String]
    }

    private struct ScreenshotStatus: Decodable, Equatable {
        let status: String
        var completedChapters: Int?
        var totalChapters: Int?
        var errorMessage: String?
    }

    /// The app's rule: `ch(\d+)_\d+s\.jpg`, where the number counts chapters from 1.
    private static func chapter(of url: String) -> Int? {
        url.firstMatch(of: /ch(\d+)_\d+s\.jpg/).flatMap { Int($0.1) }
    }

    @Test func `thumbnails are listed by chapter, and both readings of the answer decode`() async throws {
        try await work.ask(works: false) { client async throws in
            for (chapter, second) in [(10, 2_000), (2, 397), (1, 4), (3, 721)] {
                let kind = chapter == 2 ? ServedWork.picture(chapter, .png) : ServedWork.picture(chapter)
                #expect(
                    try await client.upload("ch\(chapter)_\(second)s.jpg", kind, id: "xlumX1Wtzrg").status == .created)
            }
            let answer = try await client.get("/geo/chapters/xlumX1Wtzrg/thumbnails")
            let bare = try answer.decoded(ChapterThumbnailsResponse.self)
            let wrapped = try answer.decoded(ServiceResponse<ChapterThumbnailsResponse>.self)
            #expect(wrapped.success && wrapped.data == bare)
            #expect(bare.youtubeContentId == "xlumX1Wtzrg")
            let base = "http://localhost/chapter-screenshots/xlumX1Wtzrg/"
            #expect(
                bare.thumbnails
                    == ["ch1_4s.jpg", "ch2_397s.jpg", "ch3_721s.jpg", "ch10_2000s.jpg"].map { base + $0 })
            #expect(bare.thumbnails.map(Self.chapter) == [1, 2, 3, 10])
            for (url, chapter) in zip(bare.thumbnails, [1, 2, 3, 10]) {
                let picture = try await client.get(String(url.dropFirst("http://localhost".count)))
                #expect(picture.bytes == ServedWork.picture(chapter, chapter == 2 ? .png : .yuv420))
            }
            let none = try await client.get("/geo/chapters/nothing/thumbnails")
            #expect(try none.decoded(ChapterThumbnailsResponse.self).thumbnails == [])
        }
    }

    @Test func `URLs begin as configured, and never hold a token`() async throws {
        try await work.ask(works: false) {
            $0.publicURL = "https://s3.travel-tube.example"
            $0.urlPrefix = "/mosaic"
            $0.token = "secret"
            $0.reading = .token
        } _: { client async throws in
            let headers: HTTPFields = [.authorization: "Bearer secret", .contentType: "image/jpeg"]
            _ = try await client.execute(
                uri: "/mosaic/storyboards/film/screenshots/ch1_4s.jpg", method: .put, headers: headers,
                body: .init(bytes: ServedWork.picture(1))
            ) { $0 }
            #expect(try await client.get("/mosaic/geo/chapters/film/thumbnails").status == .unauthorized)
            let answer = try await client.get("/mosaic/geo/chapters/film/thumbnails", headers)
            #expect(
                try answer.decoded(ChapterThumbnailsResponse.self).thumbnails
                    == ["https://s3.travel-tube.example/mosaic/chapter-screenshots/film/ch1_4s.jpg"])
        }
    }

    @Test func `without a job the status is 404 without a body, and otherwise what the table says`() async throws {
        try await work.ask(works: false) { client async throws in
            for path in ["/geo/data", "/auth/geo/data"] {
                for id in ["nothing", "%2e%2e", "a%20b"] {
                    let none = try await client.get("\(path)/screenshot-status/\(id)")
                    #expect(none.status == .notFound && none.bytes.isEmpty)
                }
            }
            _ = try await client.submit("film", #"{"chapters": 5}"#)
            for path in ["/geo/data", "/auth/geo/data"] {
                let answer = try await client.get("\(path)/screenshot-status/film")
                #expect(answer.status == .ok)
                #expect(
                    String(decoding: answer.bytes, as: UTF8.self)
                        == #"{"data":{"status":"PENDING"},"status":"PENDING","success":true}"#)
            }
        }
    }

    @Test func `the app's polling ends with the last of twelve uploads and not before`() async throws {
        try await work.application().test(.live) { client async throws in
            #expect(try await client.submit("WsghFCuoZ6Q", #"{"chapters": 12}"#).status == .accepted)
            func poll() async throws -> ScreenshotStatus {
                let answer = try await client.get("/auth/geo/data/screenshot-status/WsghFCuoZ6Q")
                let bare = try answer.decoded(ScreenshotStatus.self)
                #expect(try answer.decoded(ServiceResponse<ScreenshotStatus>.self).data == bare)
                return bare
            }
            #expect(try await poll() == ScreenshotStatus(status: "PENDING"))
            var most = 0
            for chapter in 1...12 {
                // Each one is composed before the next comes, so that there is every chance to end early.
                let upload = try await client.upload(
                    "ch\(chapter)_\(chapter * 60)s.jpg", ServedWork.picture(chapter), id: "WsghFCuoZ6Q")
                #expect(upload.status == .created)
                guard chapter < 12 else { break }
                let isComposed = try await work.comes {
                    let status = try await poll()
                    #expect(status.status == "PROCESSING" && status.totalChapters == 12, "after \(chapter)")
                    #expect(status.completedChapters ?? 0 <= chapter)
                    most = max(most, status.completedChapters ?? 0)
                    return status.completedChapters == chapter
                }
                #expect(isComposed)
            }
            #expect(most == 11)
            #expect(try await work.comes { try await poll() == ScreenshotStatus(status: "COMPLETED") })
            let answer = try await client.get("/geo/chapters/WsghFCuoZ6Q/thumbnails")
            let urls = try #require(try answer.decoded(ServiceResponse<ChapterThumbnailsResponse>.self).data).thumbnails
            #expect(urls.map(Self.chapter) == Array(1...12))
            #expect(try await library(work, "WsghFCuoZ6Q").tiles.count == 12)
            #expect(try await client.get("/storyboards/WsghFCuoZ6Q/thumbnails.vtt").status == .ok)
        }
    }

    @Test func `a job that cannot be done has failed with a message`() async throws {
        try await work.ask { client async throws in
            _ = try await client.submit("film", #"{"chapters": 2, "arrival_timeout_s": 0}"#)
            let hasFailed = try await work.comes {
                let status = try await client.get("/geo/data/screenshot-status/film").decoded(ScreenshotStatus.self)
                guard status.status == "FAILED" else { return false }
                #expect(status.errorMessage?.isEmpty == false && status.totalChapters == nil)
                return true
            }
            #expect(hasFailed)
        }
    }

    private func library(_ work: ServedWork, _ id: String) async throws -> Storyboard {
        try #require(try await work.library.storyboard(StoryboardID(naming: id)))
    }

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

    @Test func `chapters beside the screenshots in a bucket are shown while another process composes`() async throws {
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
