import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import MosaicServer

struct RequestLogTests {
    @Test func `logs a request with its number, and without its secrets`() async throws {
        let served = try await ServedLibrary()
        let pipe = LogPipe()
        let numbers = Mutex<[String]>([])
        let lines = try await pipe.lines {
            let (router, _, _, _) = try routedServer(served.library, ServerSettings(), logger: Self.logger(pipe, .text))
            let application = Application(router: router)
            try await application.test(.router) { client in
                for path in ["/storyboards/film/thumbnails.vtt?token=s3cret", "/storyboards/nothing/mosaic.json"] {
                    let answer = try await client.execute(uri: path, method: .get)
                    numbers.withLock { $0.append(answer.headers[.requestID] ?? "") }
                }
            }
        }
        let told = lines.map {
            $0.replacing(#/^[-0-9T:.]+Z/#, with: "TIME").replacing(#/(bytes|_us)=\d+/#) { "\($0.1)=N" }
        }
        let (first, second) = numbers.withLock { ($0[0], $0[1]) }
        #expect(
            told == [
                "TIME info mosaic: request method=GET target=/storyboards/film/thumbnails.vtt?token=... status=200 "
                    + "bytes=N duration_us=N request_id=\(first)",
                "TIME info mosaic: request method=GET target=/storyboards/nothing/mosaic.json status=404 "
                    + "bytes=N duration_us=N request_id=\(second)",
            ])
        #expect(first != second && first.count == 16)
    }

    @Test(arguments: [LineLogHandler.Format.text, .json])
    func `a foreign log handler gets the same fields`(format: LineLogHandler.Format) async throws {
        let request = LoggedRequest(
            number: "12ab", method: "GET", target: "/a?sig=s3cret", status: .notFound, bytes: 7,
            duration: .microseconds(31))
        let pipe = LogPipe()
        let lines = await pipe.lines {
            RequestLog(Self.logger(pipe, format)).write(request)
            var logger = Logger(label: "mosaic") { label in
                Foreign(handler: LineLogHandler(label: label, format: format, output: pipe.output))
            }
            RequestLog(logger).write(request)
            logger.logLevel = .warning
            RequestLog(logger).write(request)
        }
        #expect(lines.count == 2)
        let members = lines.map { Set($0.split { $0 == " " || $0 == "," || $0 == "}" }.dropFirst()) }
        #expect(members[0] == members[1] && members[0].count >= 8)
        #expect(!lines.contains { $0.contains("s3cret") })
    }

    @Test func `builds no request line at a higher log level`() async {
        let pipe = LogPipe()
        let lines = await pipe.lines {
            var logger = Self.logger(pipe, .text)
            logger.logLevel = .warning
            let log = RequestLog(logger)
            func request() -> LoggedRequest {
                Issue.record("Nobody asked for it.")
                return LoggedRequest(number: "", method: "", target: "", status: .ok, bytes: 0, duration: .zero)
            }
            log.write(request())
            logger.warning("told")
        }
        #expect(lines.count == 1 && lines[0].hasSuffix(" warning mosaic: told"))
    }

    private static func logger(_ pipe: LogPipe, _ format: LineLogHandler.Format) -> Logger {
        Logger(label: "mosaic") { LineLogHandler(label: $0, format: format, output: pipe.output) }
    }

    /// A handler that knows events alone.
    private struct Foreign: LogHandler {
        var handler: LineLogHandler
        var metadata: Logger.Metadata {
            get { handler.metadata }
            set { handler.metadata = newValue }
        }
        var logLevel: Logger.Level {
            get { handler.logLevel }
            set { handler.logLevel = newValue }
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { handler[metadataKey: key] }
            set { handler[metadataKey: key] = newValue }
        }
        func log(event: LogEvent) { handler.log(event: event) }
    }

    @Test func `ids have 16 digits, are written like their description, and do not repeat`() {
        var seen: Set<String> = []
        for _ in 0..<20_000 {
            let number = RequestNumber.next()
            var buffer = ByteBuffer()
            number.write(into: &buffer)
            let text = number.description
            #expect(buffer.readableBytesView.elementsEqual(text.utf8))
            #expect(text.utf8.count == 16 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            seen.insert(text)
        }
        #expect(seen.count == 20_000)
    }
}
