import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import MosaicServer

/// The trace of a request in the lines about it.
struct TraceLogTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    private static let members = "span_id=00f067aa0ba902b7 trace_id=4bf92f3577b34da6a3ce929d0e0e4736"

    @Test func `a request's lines have the trace of its field, and none of a field that is not valid`() async throws {
        let served = try await ServedLibrary()
        let pipe = LogPipe()
        let lines = try await pipe.lines {
            let logger = Logger(label: "mosaic") {
                var handler = LineLogHandler(label: $0, format: .text, output: pipe.output)
                handler.logLevel = .debug
                return handler
            }
            let (router, _, _, _) = try routedServer(served.library, ServerSettings(), logger: logger)
            try await Application(router: router, logger: logger).test(.router) { client in
                for trace in [Self.parent, "00-1-2-3", Self.parent + ", " + Self.parent] {
                    _ = try await client.execute(
                        uri: "/storyboards/nothing/mosaic.json", method: .get, headers: [.traceParent: trace])
                }
            }
        }
        let told = lines.filter { $0.contains("target=") || $0.contains("refused") }
        // The line of the refusal and that of the request, for each.
        #expect(told.count == 6)
        #expect(
            told.prefix(2).allSatisfy {
                $0.contains(Self.members) || $0.contains(Self.split[0]) && $0.contains(Self.split[1])
            })
        #expect(!told.dropFirst(2).contains { $0.contains("trace_id") || $0.contains("span_id") })
    }

    private static let split = members.split(separator: " ")

    @Test func `an answer from memory has it, too, and is otherwise the same`() async throws {
        let served = try await ServedLibrary()
        let pipe = LogPipe()
        let lines = try await pipe.lines {
            let logger = Logger(label: "mosaic") { LineLogHandler(label: $0, format: .text, output: pipe.output) }
            let (router, hot, _, _) = try routedServer(served.library, ServerSettings(), logger: logger)
            let path = "/storyboards/film/thumbnails.vtt"
            var host: [UInt8] = []
            let bytes = ByteBuffer(
                string: "GET \(path) HTTP/1.1\r\nhost: localhost\r\nTraceparent: \(Self.parent)\r\n\r\n")
            let plain = PlainRequest(bytes.readableBytesUInt8Span, longest: 1_000)
            let request = try #require(plain)
            var answer: HotAnswers.Answer?
            // Another program may take the processor until the answer is stale.
            for _ in 0..<100 where answer == nil {
                try await Application(router: router).test(.router) { client in
                    _ = try await client.execute(uri: path, method: .get)
                }
                answer = hot?.answer(to: request, in: bytes, allowedHost: &host)
            }
            var buffer = ByteBuffer()
            hot?.write(headOf: try #require(answer), to: bytes, into: &buffer)
        }
        #expect(lines.count >= 2)
        #expect(lines.last?.contains(Self.members) == true)
    }
}
