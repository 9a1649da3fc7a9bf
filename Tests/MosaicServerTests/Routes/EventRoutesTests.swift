import Foundation
import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import NIOCore
import Synchronization
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// Notifications that come in over HTTP.
struct EventRoutesTests {
    private let work: ServedWork
    private let id = StoryboardID(naming: "film")

    init() throws { work = try ServedWork() }

    private func ask(
        _ change: @escaping (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await work.ask(
            works: false,
            {
                $0.work.screenshots = BucketAddress("s3://chapter-screenshots")
                change(&$0)
            }, test)
    }

    @discardableResult
    private func submit(_ id: String, in folder: String? = nil) async throws -> Job {
        let source = Mosaic.ScreenshotSource(folder: folder ?? "s3://chapter-screenshots/\(id)/")
        return try await work.library.catalog.submit(JobRequest(id: StoryboardID(naming: id), source: source))
    }

    /// Ends the current attempt, so that the job is not due for a while.
    private func rest(_ id: String) async throws {
        let job = try #require(
            try await work.library.catalog.lease(to: "elsewhere", for: 60, of: StoryboardID(naming: id)))
        _ = try await work.library.catalog.update(job.number) { job, now in
            job.finish(.wait(until: now.addingTimeInterval(600)), now: now)
        }
    }

    private func isDue(_ id: String) async throws -> Bool {
        let job = try #require(try await work.library.catalog.job(of: StoryboardID(naming: id)))
        return job.isDue(now: try await work.library.catalog.now())
    }

    private static func counts(_ answer: TestResponse) -> [Int?] {
        ["events", "woken", "ignored"].map { answer.json?[$0] as? Int }
    }

    @Test func `events wake the jobs of their storyboards, and others are counted`() async throws {
        for id in ["film", "second", "quiet"] {
            try await submit(id)
            try await rest(id)
        }
        try await submit("elsewhere", in: "s3://other/elsewhere/")
        try await rest("elsewhere")
        try await ask { client async throws in
            let keys = [
                "film/ch1_4s.jpg", "film/ch2_9s.jpg", "second%2Fch1_4s.jpg", "nothing/ch1_4s.jpg",
                "elsewhere/ch1_4s.jpg", "film/deeper/ch1_4s.jpg",
            ]
            let records = keys.map { BucketNotificationHandlerTests.record($0) }.joined(separator: ",")
            let answer = try await client.notify(#"{"Records":[\#(records)]}"#)
            #expect(answer.status == .ok)
            #expect(Self.counts(answer) == [6, 2, 3])
        }
        #expect(try await isDue("film"))
        #expect(try await isDue("second"))
        #expect(try await !isDue("quiet"))
        #expect(try await !isDue("elsewhere"))
        #expect(try await work.library.catalog.job(of: id)?.lastArrival == nil, "Nothing is composed yet.")
    }

    @Test func `a completed job continues, a cancelled one does not`() async throws {
        for id in ["film", "second"] {
            let job = try await submit(id)
            try await rest(id)
            _ = try await work.library.catalog.update(job.number) { job, now in
                if id == "film" {
                    job.grant(to: "elsewhere", until: now)
                    job.finish(.complete, now: now)
                } else {
                    job.cancel(now: now)
                }
            }
        }
        try await ask { client async throws in
            let records = ["film/ch1_4s.jpg", "second/ch1_4s.jpg"].map { BucketNotificationHandlerTests.record($0) }
            let answer = try await client.notify(#"{"Records":[\#(records.joined(separator: ","))]}"#)
            #expect(Self.counts(answer) == [2, 1, 1])
        }
        #expect(try await work.library.catalog.job(of: id)?.state == .processing)
        #expect(try await work.library.catalog.job(of: StoryboardID(naming: "second"))?.state == .cancelled)
    }

    @Test func `the test of S3 is answered, and both documented forms are taken`() async throws {
        try await submit("film")
        try await ask { client async throws in
            #expect(Self.counts(try await client.notify(BucketNotificationHandlerTests.test)) == [0, 0, 0])
            #expect(Self.counts(try await client.notify(BucketNotificationHandlerTests.amazon)) == [1, 1, 0])
            #expect(Self.counts(try await client.notify(BucketNotificationHandlerTests.minio)) == [1, 1, 0])
        }
    }

    @Test func `the token is needed, with Bearer or without as MinIO may send it`() async throws {
        try await ask {
            $0.token = "secret"
        } _: { client async throws in
            for (field, status) in [
                (nil, HTTPResponse.Status.unauthorized), ("Bearer secret", .ok), ("bearer secret", .ok),
                ("secret", .ok), ("wrong", .unauthorized), ("Bearer wrong", .unauthorized),
                ("Basic secret", .unauthorized),
                ("", .unauthorized), ("secret secret", .unauthorized),
            ] {
                let answer = try await client.notify(BucketNotificationHandlerTests.test, authorization: field)
                #expect(answer.status == status, "\(field ?? "none")")
            }
            // Other routes want the word.
            let other = try await client.execute(
                uri: "/admin/purge", method: .post, headers: [.authorization: "secret"]
            ) { $0 }
            #expect(other.status == .unauthorized)
        }
    }

    @Test func `a body that is too long, no notification or no JSON is refused`() async throws {
        try await ask { client async throws in
            let long = #"{"Records":[],"x":"\#(String(repeating: "x", count: EventRoutes.limit))"}"#
            #expect(try await client.notify(long).status == .contentTooLarge)
            for text in ["{}", "[]", "", "{", #"{"Records":[{}]}"#] {
                #expect(try await client.notify(text).status == .badRequest, "\(text)")
            }
            #expect(
                try await client.notify(BucketNotificationHandlerTests.test, type: "text/plain").status
                    == .unsupportedMediaType)
        }
        try await work.ask(works: false) { client async throws in
            #expect(
                try await client.notify(BucketNotificationHandlerTests.test).status == .notFound, "without a bucket")
        }
    }

    @Test func `a burst of events wakes at once and once more at the end of the second`() async throws {
        let job = try await submit("film")
        let start = ContinuousClock.now
        let (ends, open) = AsyncStream.makeStream(of: Void.self)
        let slept = Mutex<[Duration]>([])
        let wakes = BucketNotificationHandler(
            catalog: work.library.catalog, root: try #require(BucketAddress("s3://chapter-screenshots")),
            now: { start },
            sleep: { time in
                slept.withLock { $0.append(time - start) }
                for await _ in ends { break }
            })
        let events = try JSONDecoder().decode(
            BucketNotification.self, from: Data(BucketNotificationHandlerTests.amazon.utf8)
        ).events
        for _ in 1...50 { #expect(try await wakes.wake(for: events).woken == 1) }
        try await rest("film")
        #expect(try await !isDue("film"))
        open.yield()
        #expect(try await work.comes { try await isDue("film") })
        #expect(slept.withLock { $0 } == [.seconds(1)])
        #expect(try await work.library.catalog.job(job.number)?.priority == .interactive)
    }
}

extension TestClientProtocol {
    /// Sends a notification.
    func notify(
        _ json: String, type: String? = "application/json", authorization: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        headers[.authorization] = authorization
        return try await execute(
            uri: "/events/s3", method: .post, headers: headers, body: ByteBuffer(string: json)
        ) { $0 }
    }
}
