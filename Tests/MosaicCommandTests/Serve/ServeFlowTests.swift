import Foundation
import MosaicFixtures
import Synchronization
import Testing

/// Flows of two apps, with copies of their models and loops, against the real program.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeFlowTests {
    private static let id = "WsghFCuoZ6Q"
    /// Header fields of apps, with a token that this server did not issue.
    private static let known = ["Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl", "Accept: */*"]

    private struct ServiceResponse<Value: Decodable>: Decodable {
        let success: Bool
        let data: Value
    }

    private struct ChapterThumbnailsResponse: Decodable, Equatable {
        let youtubeContentId: String
        let thumbnails: [String]
    }

    private struct ScreenshotJobStatus: Decodable, Equatable {
        let status: String
        var completedChapters: Int?
        var totalChapters: Int?
        var errorMessage: String?
    }

    /// A chapter as the app stores it.
    private struct Chapter {
        var thumbnail: String?
    }

    /// One turn of the app's timer; nil where there is no job, so that it would not ask again.
    private static func poll(_ client: ServeClient) throws -> ScreenshotJobStatus? {
        let answer = try client.get("/auth/geo/data/screenshot-status/\(id)", known)
        if answer.status == 404 {
            try Crowd.check(answer.body.isEmpty, "404 has a body")
            return nil
        }
        try Crowd.check(answer.status == 200, "\(answer)")
        let bare = try answer.decoded(ScreenshotJobStatus.self)
        let wrapped = try answer.decoded(ServiceResponse<ScreenshotJobStatus>.self)
        try Crowd.check(wrapped.success && wrapped.data == bare, "\(answer.text)")
        return bare
    }

    /// Asks for thumbnails and puts each at the chapter that the `chN` of its name tells.
    private static func match(_ client: ServeClient, _ chapters: inout [Chapter]) throws {
        let answer = try client.get("/geo/chapters/\(id)/thumbnails", known)
        let response = try answer.decoded(ServiceResponse<ChapterThumbnailsResponse>.self)
        #expect(try answer.decoded(ChapterThumbnailsResponse.self) == response.data)
        #expect(response.success && response.data.youtubeContentId == id)
        for url in response.data.thumbnails {
            guard let name = url.firstMatch(of: /ch(\d+)_\d+s\.jpg/), let number = Int(name.1),
                chapters.indices.contains(number - 1)
            else { continue }
            chapters[number - 1].thumbnail = url
        }
    }

    @Test func `the polling loop ends with the last of twelve uploads and not before`() async throws {
        let folder = TemporaryFolder()
        let server = try await ServeProcess(["--library", folder.path("library")], in: folder)
        let port = server.port
        let client = ServeClient(port: port)
        #expect(try Self.poll(client) == nil)
        #expect(try client.submit(Self.id, #"{"chapters": 12, "title": "A story"}"#).status == 202)
        let sent = Atomic(0)
        let faults = await Crowd.run([
            {
                let client = ServeClient(port: port)
                for number in 1...12 {
                    sent.store(number, ordering: .sequentiallyConsistent)
                    let name = "ch\(number)_\(60 * number)s.jpg"
                    let answer = try client.upload(name, of: Self.id, ServedLibrary.picture(number))
                    try Crowd.check(answer.status == 201, "\(answer)")
                    // Long enough for a worker to find that nothing comes any more, were it not to wait for the rest.
                    usleep(150_000)
                }
            },
            {
                let client = ServeClient(port: port)
                var most = 0
                for _ in 0..<2_400 {
                    guard let status = try Self.poll(client) else { throw Crowd.Failure(reason: "the job is gone") }
                    switch status.status {
                    case "PENDING": try Crowd.check(status == ScreenshotJobStatus(status: "PENDING"), "\(status)")
                    case "PROCESSING":
                        let completed = status.completedChapters ?? -1
                        try Crowd.check(status.totalChapters == 12 && (most...12).contains(completed), "\(status)")
                        most = completed
                    case "COMPLETED":
                        try Crowd.check(sent.load(ordering: .sequentiallyConsistent) == 12, "complete too early")
                        return try Crowd.check(status == ScreenshotJobStatus(status: "COMPLETED"), "\(status)")
                    default: throw Crowd.Failure(reason: "\(status)")
                    }
                    usleep(50_000)
                }
                throw Crowd.Failure(reason: "It never was complete.")
            },
        ])
        #expect(faults.isEmpty)
        var chapters = [Chapter](repeating: Chapter(), count: 12)
        try Self.match(client, &chapters)
        #expect(chapters.allSatisfy { $0.thumbnail != nil })
        #expect(try client.get("/storyboards/\(Self.id)/mosaic.json").json?["title"] as? String == "A story")
        #expect(server.stop() == 0)
    }

    @Test func `URLs that an app has stored hold for good`() async throws {
        let folder = TemporaryFolder()
        let arguments = ["--library", folder.path("library")]
        let first = try await ServeProcess(arguments, in: folder)
        let client = ServeClient(port: first.port)
        for number in [3, 1, 11] {
            let name = "ch\(number)_\(60 * number)s.jpg"
            #expect(try client.upload(name, of: Self.id, ServedLibrary.picture(number)).status == 201)
        }
        var chapters = [Chapter](repeating: Chapter(), count: 5)
        try Self.match(client, &chapters)
        // A chapter without a screenshot keeps its placeholder, and a screenshot without a chapter is nobody's.
        #expect(chapters.map { $0.thumbnail != nil } == [true, false, true, false, false])
        #expect(first.stop() == 0)

        let second = try await ServeProcess(arguments, in: folder)
        let later = ServeClient(port: second.port)
        for number in [1, 3] {
            let url = try #require(chapters[number - 1].thumbnail)
            #expect(url.hasPrefix(first.base + "/chapter-screenshots/\(Self.id)/"))
            let path = String(url.dropFirst(first.base.count))
            #expect(try later.get(path, Self.known).body == ServedLibrary.picture(number))
            #expect(try later.get(path, ["Range: bytes=-4"]).body == ServedLibrary.picture(number).suffix(4))
        }
        #expect(second.stop() == 0)
    }
}
