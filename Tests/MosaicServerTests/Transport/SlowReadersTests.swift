import Foundation
import Mosaic
import MosaicFixtures
import Testing
import Tiers

@testable import MosaicServer

/// Clients that take their answers slowly, or not at all.
struct SlowReadersTests {
    /// More than the system takes in for a client that reads nothing.
    private static let length = 24 << 20
    /// From memory, written at once; from a file, written part by part.
    private static let paths = [
        "/storyboards/film/sheet-9.00000000000000000000000000000000.jpg", "/storyboards/film/screenshots/ch1_4s.jpg",
    ]

    private let served: ServedLibrary

    init() async throws {
        served = try await ServedLibrary(chapters: 1)
        try served.folder.makeFolder("library/film/screenshots")
        let bytes = [UInt8](repeating: 7, count: Self.length)
        for name in ["sheet-9.00000000000000000000000000000000.jpg", "screenshots/ch1_4s.jpg"] {
            try served.folder.write(bytes, to: "library/film/\(name)")
        }
    }

    private func run<Value: Sendable>(
        timeout: Int, slowest: Int = 1_024, _ test: @Sendable (Int) async throws -> Value
    ) async throws -> Value {
        try await LiveServer.run(
            served,
            {
                $0.idleTimeout = timeout
                $0.slowestBody = slowest
                $0.work.isEnabled = true
                $0.work.jobs = 0
            }, test)
    }

    private static func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    @Test(arguments: paths) func `cuts a client that stops reading`(path: String) async throws {
        try await run(timeout: 1) { port in
            // What the system holds for the client still comes; all of it does only where nothing was cut.
            var received = Self.length
            for pause in [3, 6, 12, 24] where received >= Self.length {
                let connection = try RawClient(port: port, receiving: 8_192)
                #expect(await connection.send(Self.request(path)))
                #expect(try await !connection.receive(upTo: 100).isEmpty)
                try await Task.sleep(for: .seconds(pause))
                received = try await connection.drain()
            }
            #expect(received < Self.length)
        }
    }

    @Test func `health and small answers do not wait for readers that take nothing`() async throws {
        try await LiveServer.run(
            served,
            {
                $0.inFlightBytes = 1 << 20
                $0.work.isEnabled = true
                $0.work.jobs = 0
            }
        ) { port in
            var readers: [RawClient] = []
            // More than there are permits for.
            for _ in 1...24 {
                let reader = try RawClient(port: port, receiving: 8_192)
                #expect(await reader.send(Self.request(Self.paths[1])))
                readers.append(reader)
            }
            for reader in readers.prefix(8) { #expect(try await !reader.receive(upTo: 100).isEmpty) }
            try await Task.sleep(for: .milliseconds(300))
            for path in ["/health", "/ready", "/storyboards", "/storyboards/film/thumbnails.vtt"] {
                let url = "http://127.0.0.1:\(port)\(path)"
                let answer = try await LiveServer.curl(["--fail", "--max-time", "4", url])
                #expect(answer.status == 0 && !answer.output.isEmpty, "\(path)")
            }
            withExtendedLifetime(readers) {}
        }
    }

    /// Each piece has to be taken as fast as is asked for.
    @Test(.thorough)
    func `cuts a client that reads a cached body too slowly, though it is never idle`() async throws {
        let path = Self.paths[0]
        // As fast as in the next test, where nothing is cut.
        try await run(timeout: 2, slowest: 1 << 30) { port in
            let connection = try RawClient(port: port, receiving: 8_192)
            #expect(await connection.send(Self.request(path)))
            // A piece of 64 KiB takes longer than the timeout; none waits as long for the next bytes.
            let most = 4 << 20
            var received = 0
            while received < most, case let bytes = try await connection.receive(upTo: 8_192), !bytes.isEmpty {
                received += bytes.count
                try await Task.sleep(for: .milliseconds(500))
            }
            #expect(received < most)
        }
    }

    @Test(.thorough, arguments: paths) func `a slow reader above the minimum gets all`(path: String) async throws {
        try await repeatedly { port, pause in
            let connection = try RawClient(port: port, receiving: 8_192)
            #expect(await connection.send(Self.request(path)))
            var received = 0
            var part = 0
            // The head counts as well.
            while received < Self.length {
                let bytes = try await connection.receive()
                guard !bytes.isEmpty else { return false }
                received += bytes.count
                if received / (512 << 10) > part {
                    part = received / (512 << 10)
                    try await Task.sleep(for: .milliseconds(100))
                }
                pause.end()
            }
            return true
        }
    }

    @Test(arguments: paths)
    func `a stream of HTTP 2 whose client takes nothing is cut, though it reads all else`(path: String) async throws {
        try await run(timeout: 1) { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(RawHTTP2.preface + Self.stream(path)))
            var received = 0
            while let frame = try await RawHTTP2.next(connection), frame.kind != RawHTTP2.Kind.reset.rawValue {
                if frame.kind == RawHTTP2.Kind.data.rawValue { received += frame.payload.count }
            }
            #expect(received == 65_535, "what the window lets through")
        }
    }

    @Test(.thorough, arguments: paths)
    func `a stream of HTTP 2 whose client takes it slowly gets everything`(path: String) async throws {
        try await repeatedly { port, pause in
            let connection = try RawClient(port: port)
            #expect(await connection.send(RawHTTP2.preface + Self.stream(path)))
            var (received, granted) = (0, 65_535)
            while received < Self.length {
                guard let frame = try await RawHTTP2.next(connection), frame.kind != RawHTTP2.Kind.reset.rawValue else {
                    return false
                }
                guard frame.kind == RawHTTP2.Kind.data.rawValue else { continue }
                received += frame.payload.count
                if received == granted {
                    try await Task.sleep(for: .milliseconds(100))
                    granted += 256 << 10
                    let update = RawHTTP2.window(256 << 10, stream: 0) + RawHTTP2.window(256 << 10, stream: 1)
                    #expect(await connection.send(update))
                    // All that the server sees of the reads before is this window.
                    pause.end()
                }
            }
            return received == Self.length
        }
    }

    /// The longest time between two reads of a client, as its server sees them.
    private struct Pause {
        private(set) var longest = Duration.zero
        private var start = ContinuousClock.now

        mutating func end() {
            let now = ContinuousClock.now
            longest = max(longest, start.duration(to: now))
            start = now
        }
    }

    /// Expects `read` to get everything from a server that waits 2 s for a reader. An attempt whose client the system held
    /// up for half of that proves nothing and is repeated.
    private func repeatedly(_ read: @escaping @Sendable (Int, inout Pause) async throws -> Bool) async throws {
        for _ in 1...5 {
            let longest = try await run(timeout: 2) { port -> Duration? in
                var pause = Pause()
                if try await read(port, &pause) { return nil }
                pause.end()
                return pause.longest
            }
            guard let longest else { return }
            try #require(longest > .seconds(1), "the server cut a client that never paused for longer than \(longest)")
        }
        Issue.record("the client was held up in each of five attempts")
    }

    private static func stream(_ path: String) -> [UInt8] {
        RawHTTP2.frame(
            .headers, flags: RawHTTP2.endHeaders | RawHTTP2.endStream, stream: 1, RawHTTP2.fields("GET", path))
    }
}
