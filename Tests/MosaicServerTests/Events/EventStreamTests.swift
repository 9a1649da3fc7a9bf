import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// `GET /events` over a port.
struct EventStreamTests {
    private let served: ServedLibrary

    init() async throws { served = try await ServedLibrary(chapters: 1) }

    private func run(
        _ change: (inout ServerSettings) -> Void = { _ in }, _ test: @Sendable (Int) async throws -> Void
    ) async throws {
        try await LiveServer.runTakingUploads(served, change, test)
    }

    private func submit(_ id: String) async throws {
        _ = try await served.library.catalog.submit(
            JobRequest(id: StoryboardID(naming: id), source: ScreenshotSource(folder: "/nowhere")))
    }

    @Test func `events hold jobs and storyboards as their lists do`() async throws {
        try await run { port in
            let client = try await EventClient(port: port)
            #expect(client.head.lowercased().contains("content-type: text/event-stream"))
            try await submit("second")
            let job = try #require(try await client.next())
            let jobs = try await LiveServer.curl(["http://127.0.0.1:\(port)/jobs"])
            #expect(job.name == "job")
            #expect(try JSONValue(Array(job.data.utf8)) == JSONValue(jobs.output)["jobs"]?.elements.first)
            try await served.compose(chapters: [1, 2])
            let storyboard = try #require(try await client.events { $0.name == "storyboard" }.last)
            let list = try await LiveServer.curl(["http://127.0.0.1:\(port)/storyboards"])
            #expect(try JSONValue(Array(storyboard.data.utf8)) == JSONValue(list.output)["storyboards"]?.elements.first)
            let removed = try await LiveServer.curl(["-X", "DELETE", "http://127.0.0.1:\(port)/storyboards/film"])
            #expect(removed.status == 0)
            let event = try #require(try await client.events { $0.name == "removed" }.last)
            #expect(event.data == #"{"id":"film"}"#)
        }
    }

    @Test func `a reconnecting client gets the missed events, or a reset`() async throws {
        try await run { port in
            let stays = try await EventClient(port: port)
            let first = try #require(stays.last)
            for id in ["a", "b"] {
                try await submit(id)
                _ = try await stays.events { $0.name == "job" && $0.data.contains("\"\(id)\"") }
            }
            let back = try await EventClient(port: port, ["Last-Event-ID: \(first)"])
            let missed = try await back.events { $0.id == stays.last }
            #expect(missed.map(\.id) == Array(first + 1...(stays.last ?? 0)))
            for id in ["1", "none", "-1", "9999999999999999", "99999999999999999999999"] {
                let stranger = try await EventClient(port: port, ["Last-Event-ID: \(id)"])
                #expect(try await stranger.next()?.name == "reset", "\(id)")
                #expect(stranger.last == stays.last)
            }
        }
    }

    @Test func `HTTP 2 has the same stream, and cancelling it leaves the connection`() async throws {
        try await run { port in
            let client = try RawClient(port: port)
            let head = RawHTTP2.frame(
                .headers, flags: RawHTTP2.endHeaders | RawHTTP2.endStream, stream: 1,
                RawHTTP2.fields("GET", "/events"))
            #expect(await client.send(RawHTTP2.preface + RawHTTP2.frame(.settings, flags: 1) + head))
            var text = ""
            func read(until part: String) async throws {
                while !text.contains(part) {
                    let frame = try #require(try await RawHTTP2.next(client))
                    if frame.kind == RawHTTP2.Kind.data.rawValue {
                        text += String(decoding: frame.payload, as: UTF8.self)
                    }
                }
            }
            try await read(until: "\n\n")
            try await submit("second")
            try await read(until: "event: job\n")
            #expect(await client.send(RawHTTP2.frame(.reset, stream: 1, [0, 0, 0, 8])))
            let next = RawHTTP2.frame(
                .headers, flags: RawHTTP2.endHeaders | RawHTTP2.endStream, stream: 3,
                RawHTTP2.fields("GET", "/health"))
            #expect(await client.send(next))
            try await read(until: "\"status\"")
        }
    }

    @Test(arguments: [true, false])
    func `the idle timeout spares listeners, and listeners hold no permits`(hotAnswers: Bool) async throws {
        try await run {
            $0.idleTimeout = 1
            $0.hotAnswers = hotAnswers
            // Room for one chunk: a listener that held permits would hold up all others.
            $0.inFlightBytes = 1 << 20
        } _: { port in
            var clients: [EventClient] = []
            for _ in 1...40 { clients.append(try await EventClient(port: port)) }
            // A connection that asks for nothing is cut meanwhile.
            let idle = try RawClient(port: port)
            #expect(await idle.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            _ = try await idle.drain()
            try await submit("second")
            for client in clients {
                #expect(try await client.next()?.name == "job")
                #expect(!client.hasEnded)
            }
        }
    }

    @Test func `disconnects a client that reads too slowly, and sends a reset when it reconnects`() async throws {
        let hub = EventHub(after: 0)
        hub.begin()
        try await Self.serve(hub) { port in
            let slow = try await EventClient(port: port, receiving: 4_096)
            let data = Array(#"{"id":"\#(String(repeating: "x", count: 60_000))"}"#.utf8)
            for _ in 1...400 { hub.send([ServerEvent(kind: .removed, data: data)]) }
            while try await slow.next() != nil {}
            let last = try #require(slow.last)
            #expect(last < 400)
            let back = try await EventClient(port: port, ["Last-Event-ID: \(last)"])
            #expect(try await back.next()?.name == "reset")
            #expect(back.last == 400)
        }
    }

    @Test func `too many clients are sent away, and there is room when others leave`() async throws {
        let hub = EventHub(after: 0)
        hub.begin()
        var others = (0..<EventHub.mostListeners).compactMap { _ in hub.listen() }
        #expect(others.count == EventHub.mostListeners && hub.listen() == nil)
        try await Self.serve(hub) { port in
            let refused = try await EventClient(port: port)
            #expect(refused.head.hasPrefix("HTTP/1.1 503 "))
            #expect(refused.head.lowercased().contains("retry-after: "))
        }
        hub.leave(others.removeLast())
        try await Self.serve(hub) { port in
            do {
                let client = try await EventClient(port: port)
                #expect(client.head.hasPrefix("HTTP/1.1 200 "))
                #expect(hub.count == EventHub.mostListeners)
            }
            // The client has closed.
            while hub.count == EventHub.mostListeners { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    @Test func `the stream ends with the server, whether its client leaves or not`() async throws {
        let client = try await LiveServer.runTakingUploads(served) { port in
            let client = try RawClient(port: port)
            #expect(await client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            var text = ""
            while !text.contains("\n\n") { text += String(decoding: try await client.receive(), as: UTF8.self) }
            return client
        }
        _ = try await client.drain()
    }

    @Test func `a stream ends when the token that opened it expires`() async throws {
        @Sendable func token(_ lifetime: Double) -> String {
            // Valid until half a minute after its end.
            let end = Date().timeIntervalSince1970 - 30 + lifetime
            return "Authorization: Bearer " + ForgedToken.hs256(#"{"exp":\#(end),"scope":"read"}"#)
        }
        try await run {
            $0.jwtKey = .secret(ForgedToken.secret)
            $0.token = "secret"
        } _: { port in
            let lasting = try await EventClient(port: port, [token(3_600)])
            let fixed = try await EventClient(port: port, ["Authorization: Bearer secret"])
            let short = try await EventClient(port: port, [token(1)])
            #expect(try await short.next() == nil)
            try await submit("second")
            for client in [lasting, fixed] { #expect(try await client.next()?.name == "job") }
        }
    }

    @Test func `the token is needed where there is one, and HEAD and other methods are answered`() async throws {
        try await served.ask {
            $0.token = "secret"
        } _: { client in
            for (method, field, status) in [
                (HTTPRequest.Method.head, nil, HTTPResponse.Status.unauthorized), (.get, "Bearer wrong", .unauthorized),
                (.head, "Bearer secret", .ok), (.post, "Bearer secret", .methodNotAllowed),
            ] {
                let fields: HTTPFields = field.map { [.authorization: $0] } ?? [:]
                let answer = try await client.execute(uri: "/events", method: method, headers: fields) { $0 }
                #expect(answer.status == status, "\(method)")
            }
        }
    }

    /// A server that has this route alone.
    private static func serve(_ hub: EventHub, _ test: @Sendable (Int) async throws -> Void) async throws {
        let rules = try ServerRules(ServerSettings())
        let paths = KnownPaths()
        let inFlight = InFlightBudget(capacity: 64 << 20)
        let router = serverRouter(rules, paths, inFlight: inFlight, logger: .silent)
        EventStreamRoutes(hub: hub, rule: rules.access)
            .add(to: Routes(router: router, paths: paths, rule: rules.access, prefix: ""))
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            server: try ServerSettings().protocols(inFlight: inFlight, log: RequestLog(.silent)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { source.yield($0.localAddress?.port ?? 0) }, logger: .silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            guard let port = await ports.first(where: { _ in true }) else { return }
            try await test(port)
            group.cancelAll()
        }
    }
}
