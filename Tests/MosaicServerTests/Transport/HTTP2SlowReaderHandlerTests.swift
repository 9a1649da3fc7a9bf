import MosaicFixtures
import Testing
import Tiers

@testable import MosaicServer

/// Streams of HTTP/2 whose clients leave them aside, or go on where everything was said.
struct HTTP2SlowReaderHandlerTests {
    private static let path = "/storyboards/new/screenshots/ch1_4s.jpg"
    private static let piece = 16_384

    private let served: ServedLibrary

    init() async throws { served = try await ServedLibrary(chapters: 1) }

    private func run(
        _ change: (inout ServerSettings) -> Void = { _ in }, _ test: @Sendable (Int) async throws -> Void
    ) async throws {
        try await LiveServer.runTakingUploads(served, change, test)
    }

    private static func put(type: String) -> [UInt8] {
        RawHTTP2.preface
            + RawHTTP2.frame(
                .headers, flags: RawHTTP2.endHeaders, stream: 1, RawHTTP2.fields("PUT", path, type: type))
    }

    @Test func `a body that goes on behind its answer is cut`() async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            #expect(await connection.send(Self.put(type: "text/plain")))
            // What may be sent: over the connection, and in the stream.
            var (windows, sent, isAnswered, wasReset) = ([65_535, 65_535], 0, false, false)
            while sent < 8 << 20, !wasReset, let frame = try await RawHTTP2.next(connection) {
                switch RawHTTP2.Kind(rawValue: frame.kind) {
                case .headers: isAnswered = true
                case .reset: wasReset = true
                case .windowUpdate:
                    windows[frame.stream == 0 ? 0 : 1] += frame.payload.reduce(0) { $0 << 8 | Int($1) }
                default: break
                }
                while isAnswered, !wasReset, windows.allSatisfy({ $0 >= Self.piece }), sent < 8 << 20 {
                    let bytes = RawHTTP2.frame(.data, stream: 1, [UInt8](repeating: 0, count: Self.piece))
                    guard await connection.send(bytes) else { break }
                    windows = windows.map { $0 - Self.piece }
                    sent += Self.piece
                }
            }
            #expect(isAnswered && wasReset)
            #expect(sent > 1 << 20 && sent < 2 << 20, "\(sent)")
        }
    }

    @Test func `an upload that its client resets is not a server error`() async throws {
        try await run { port in
            let connection = try RawClient(port: port)
            let beginning = Array(ServedWork.picture(1).prefix(4_000))
            #expect(
                await connection.send(
                    Self.put(type: "image/jpeg") + RawHTTP2.frame(.data, stream: 1, beginning)
                        + RawHTTP2.frame(.reset, stream: 1, [0, 0, 0, 8])))
            // Counted once it has ended.
            let client = try RawConnection(port: port)
            var line: Substring?
            for _ in 0..<300 where line == nil {
                try client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let text = String(
                    decoding: try await client.read { String(decoding: $0, as: UTF8.self).hasSuffix("\n") },
                    as: UTF8.self)
                line = text.split(whereSeparator: \.isNewline).first {
                    $0.contains("mosaic_http_request_duration_seconds_count") && $0.contains("PUT")
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(try #require(line).contains("status=\"400\""), "\(line ?? "")")
        }
    }

    @Test(.thorough) func `a client that takes as much as it should is not cut, however little that is`() async throws {
        let name = "sheet-9.00000000000000000000000000000000.jpg"
        try served.folder.write([UInt8](repeating: 7, count: 1 << 20), to: "library/film/\(name)")
        try await run {
            $0.idleTimeout = 3
            $0.slowestBody = 1_024
        } _: { port in
            let connection = try RawClient(port: port)
            let fields = RawHTTP2.fields("GET", "/storyboards/film/\(name)")
            #expect(
                await connection.send(
                    RawHTTP2.preface
                        + RawHTTP2.frame(
                            .headers, flags: RawHTTP2.endHeaders | RawHTTP2.endStream, stream: 1, fields)))
            var (received, granted, grants) = (0, 65_535, 0)
            while grants < 14 {
                let frame = try #require(try await RawHTTP2.next(connection))
                try #require(frame.kind != RawHTTP2.Kind.reset.rawValue, "\(grants)")
                if frame.kind == RawHTTP2.Kind.data.rawValue { received += frame.payload.count }
                guard received == granted else { continue }
                try await Task.sleep(for: .milliseconds(500))
                (granted, grants) = (granted + 2_048, grants + 1)
                let update = RawHTTP2.window(2_048, stream: 0) + RawHTTP2.window(2_048, stream: 1)
                #expect(await connection.send(update))
            }
        }
    }
}
