import CryptoOracle
import Foundation
import HTTPTypes
import Logging
import Mosaic
import MosaicCloud
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Callbacks of jobs that end, from the catalog to a receiver.
struct CallbackServiceTests {
    private static let secret = "0123456789abcdef0123456789abcdef"
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    /// Sends over the network, as the tool does.
    @Sendable private static func send(_ request: CallbackRequest) async throws -> Int {
        try await CallbackClient(timeout: .seconds(2)).post(
            request.body, to: request.url, fields: request.fields,
            allowingPrivate: request.allowsPrivateAddresses, attempt: request.earlierAttempts)
    }

    /// Watches the catalog, and delivers to a port while `test` runs.
    private func run(
        port: Int, capacity: Int = CallbackQueue.capacity, attempts: Int = 8, allowsPrivate: Bool = true,
        host: String = "127.0.0.1", _ test: @Sendable (CallbackQueue, EventHub) async throws -> Void
    ) async throws {
        var settings = CallbackSettings()
        settings.url = "http://\(host):\(port)/hooks"
        settings.secret = Secret(Self.secret)
        settings.allowsPrivateAddresses = allowsPrivate
        let urls = try URLBuilder(ServerSettings())
        let queue = CallbackQueue(urls: urls, capacity: capacity, logger: .silent)
        var callbacks = CallbackService(
            queue: queue, target: try #require(try CallbackTarget(settings)), send: Self.send, logger: .silent)
        callbacks.delays.first = 0.01
        callbacks.delays.longest = 0.05
        callbacks.delays.maximumAttempts = attempts
        let hub = EventHub(after: 0)
        let events = EventService(
            hub: hub, catalog: work.library.catalog, urls: urls, callbacks: queue, logger: .silent)
        try await withThrowingTaskGroup(of: Void.self) { [callbacks] group in
            group.addTask { try await events.run() }
            group.addTask { try await callbacks.run() }
            while hub.last == nil { try await Task.sleep(for: .milliseconds(10)) }
            try await test(queue, hub)
            group.cancelAll()
        }
    }

    @discardableResult
    private func end(_ id: String, _ outcome: JobOutcome = .complete) async throws -> Job {
        let catalog = work.library.catalog
        let storyboard = StoryboardID(naming: id)
        _ = try await catalog.submit(JobRequest(id: storyboard, source: ScreenshotSource(folder: "/nowhere")))
        let job = try #require(try await catalog.lease(to: "elsewhere", for: 60, of: storyboard))
        return try #require(try await catalog.update(job.number) { $0.finish(outcome, now: $1) })
    }

    private func field(_ name: String, of request: CallbackReceiver.Received) throws -> String {
        let name = try #require(HTTPField.Name(name))
        return try #require(request.fields[name])
    }

    @Test func `sends a signed callback with the storyboard for each finished job`() async throws {
        let receiver = CallbackReceiver()
        try await end("before")
        try await receiver.run { port in
            try await run(port: port) { _, _ in
                let time = Date(timeIntervalSince1970: 1_700_000_000)
                try await work.library.catalog.put(
                    CatalogEntry(
                        id: StoryboardID(naming: "film"), title: "Film", tiles: 5, duration: nil, bytes: 7,
                        created: time, updated: time, fingerprint: nil))
                try await end("film")
                try await end("broken", .fail(reason: "It cannot be made."))
                #expect(try await receiver.comes(2))
            }
        }
        let bodies = try receiver.received.map { try JSONValue($0.body) }
        #expect(Set(bodies.compactMap { $0["job", "storyboard"]?.text }) == ["film", "broken"])
        let film = try #require(bodies.first { $0["job", "storyboard"]?.text == "film" })
        #expect(film["job", "state"]?.text == "completed" && film["version"] == .number(1))
        #expect(film["storyboard", "tiles"] == .number(5))
        #expect(film["storyboard", "links", "track"]?.text == "/storyboards/film/thumbnails.vtt")
        let broken = try #require(bodies.first { $0["job", "storyboard"]?.text == "broken" })
        #expect(broken["job", "error"]?.text == "It cannot be made." && broken["storyboard"] == nil)
        for request in receiver.received {
            #expect(try field("Content-Type", of: request) == "application/json")
            #expect(TraceParent(parsing: try field("traceparent", of: request)) != nil)
            let match = try #require(
                try field("X-Mosaic-Signature", of: request).wholeMatch(of: /t=(\d+),v1=([0-9a-f]{64})/))
            let code = CryptoOracle.hmacSHA256(
                Array("\(match.1).".utf8) + request.body, key: Array(Self.secret.utf8))
            #expect(code.map { String(format: "%02x", $0) }.joined() == match.2)
        }
        #expect(try Set(receiver.received.map { try field("X-Mosaic-Delivery", of: $0) }).count == 2)
    }

    @Test func `retries a failed delivery under the same number until it succeeds`() async throws {
        let receiver = CallbackReceiver([
            .status(.internalServerError), .redirect, .hang, .status(.tooManyRequests), .status(.ok),
        ])
        try await receiver.run { port in
            try await run(port: port) { queue, _ in
                try await end("film")
                #expect(try await work.comes { receiver.received.count == 5 && queue.outstanding == 0 })
            }
        }
        #expect(receiver.received.allSatisfy { $0.path == "/hooks" })
        #expect(try Set(receiver.received.map { try field("X-Mosaic-Delivery", of: $0) }).count == 1)
        #expect(Set(receiver.received.map(\.body)).count == 1)
    }

    @Test func `drops a failing delivery after the last attempt, and sends the next one`() async throws {
        let receiver = CallbackReceiver([.status(.badGateway)])
        try await receiver.run { port in
            try await run(port: port, attempts: 3) { queue, _ in
                try await end("film")
                #expect(try await work.comes { receiver.received.count == 3 && queue.outstanding == 0 })
                try await end("second")
                #expect(try await work.comes { receiver.received.count == 6 && queue.outstanding == 0 })
            }
        }
    }

    @Test func `no more wait than there is room for`() async throws {
        let receiver = CallbackReceiver([.hang])
        try await receiver.run { port in
            try await run(port: port, capacity: 2) { queue, _ in
                let job = try await end("film")
                #expect(try await work.comes { queue.outstanding == 1 })
                for _ in 1...5 { queue.add(job, nil) }
                #expect(queue.outstanding == 2)
            }
        }
    }

    @Test func `sends no request to a name that resolves to this machine`() async throws {
        let receiver = CallbackReceiver()
        try await receiver.run { port in
            // In a form that only the system's resolver takes for an address.
            try await run(port: port, allowsPrivate: false, host: "0x7f.0.0.1") { queue, _ in
                let job = try await end("film")
                #expect(try await work.comes { queue.outstanding == 0 })
                queue.add(job, nil)
                #expect(try await work.comes { queue.outstanding == 0 })
            }
        }
        #expect(receiver.received.isEmpty)
    }

    @Test func `a job that finishes again sends a callback with another number`() async throws {
        let receiver = CallbackReceiver()
        try await receiver.run { port in
            try await run(port: port) { _, hub in
                let job = try await end("film")
                #expect(try await receiver.comes(1))
                _ = try await work.library.catalog.update(job.number) { $0.retry(now: $1) }
                try await end("film")
                // As the worker of the server does: the counts are the same as before.
                hub.note(job.storyboard)
                #expect(try await receiver.comes(2))
            }
        }
        #expect(try Set(receiver.received.map { try field("X-Mosaic-Delivery", of: $0) }).count == 2)
    }
}
