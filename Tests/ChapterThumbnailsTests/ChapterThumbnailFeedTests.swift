import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import ScrubFixtures
import Synchronization
import Testing

@testable import ChapterThumbnails

/// The requests of a strip, to a server on loopback.
struct ChapterThumbnailFeedTests {
    private static let list = "/geo/chapters/WsghFCuoZ6Q/thumbnails"
    private static let status = "/auth/geo/data/screenshot-status/WsghFCuoZ6Q"
    private static let base = "https://s3.example/chapter-screenshots/"

    /// Pauses and updates of a run.
    private final class Record: Sendable {
        private let state = Mutex<(pauses: [Duration], shown: [Int], phases: [ScreenshotPolling.Phase])>(([], [], []))
        var pauses: [Duration] { state.withLock { $0.pauses } }
        /// The known screenshots of each update.
        var shown: [Int] { state.withLock { $0.shown } }
        var phases: [ScreenshotPolling.Phase] { state.withLock { $0.phases } }

        func wait(_ pause: Duration) { state.withLock { $0.pauses.append(pause) } }
        func show(_ strip: ChapterStrip, _ phase: ScreenshotPolling.Phase) {
            state.withLock { state in
                state.shown.append(strip.screenshots.count { $0 != nil })
                state.phases.append(phase)
            }
        }
    }

    private static func names(_ chapters: Int) -> [String] {
        (0..<chapters).map { "WsghFCuoZ6Q/ch\($0 + 1)_\($0 * 60)s.jpg" }
    }

    private static func listing(_ chapters: Int) -> LoopbackAnswer {
        let urls = names(chapters).map { "\"\(base)\($0)\"" }.joined(separator: ",")
        return LoopbackAnswer(
            #"{"success":true,"data":{"youtubeContentId":"WsghFCuoZ6Q","thumbnails":[\#(urls)]}}"#)
    }

    private static func processing(_ done: Int, of total: Int) -> LoopbackAnswer {
        let chapters = names(total).enumerated().map { number, name in
            let url = number < done ? "\"\(name)\"" : "null"
            return #"{"index":\#(number + 1),"time":\#(number * 60),"title":null,"screenshotUrl":\#(url)}"#
        }
        return LoopbackAnswer(
            #"{"success":true,"data":{"status":"\#(done < total ? "PROCESSING" : "COMPLETED")","completedChapters":\#(done),"#
                + #""totalChapters":\#(total),"chapters":[\#(chapters.joined(separator: ","))]}}"#)
    }

    private static func word(_ word: String) -> LoopbackAnswer {
        LoopbackAnswer(#"{"success":true,"data":{"status":"\#(word)"}}"#)
    }

    private func run(
        _ answers: [String: [LoopbackAnswer]], from strip: ChapterStrip = ChapterStrip(chapters: 12),
        token: String? = nil
    ) async throws -> (phase: ScreenshotPolling.Phase?, record: Record, files: ServedFiles) {
        let files = try ServedFiles(turns: answers)
        let service = ChapterThumbnailService(
            server: try files.url(""), screenshots: try #require(URL(string: Self.base)), token: { token })
        let record = Record()
        let feed = ChapterThumbnailFeed(service: service, sleep: { record.wait($0) })
        let phase = await feed.run("WsghFCuoZ6Q", from: strip) { record.show($0, $1) }
        return (phase, record, files)
    }

    @Test func `a list with every chapter is shown at once, without polling`() async throws {
        let (phase, record, files) = try await run([Self.list: [Self.listing(12)]])
        #expect(phase == .completed && record.shown == [12])
        #expect(files.count(of: Self.list) == 1 && files.count(of: Self.status) == 0)
    }

    @Test func `a strip that is stored complete takes no request`() async throws {
        let stored = ChapterStrip([URL(string: Self.base + "WsghFCuoZ6Q/ch1_4s.jpg")])
        let (phase, record, files) = try await run([:], from: stored)
        #expect(phase == .completed && record.shown.isEmpty && files.server.requests.isEmpty)
    }

    @Test func `pictures appear one by one, every five seconds, and polling ends with the last`() async throws {
        let answers = [Self.word("PENDING")] + (1...12).map { Self.processing($0, of: 12) }
        let (phase, record, files) = try await run([Self.list: [Self.listing(0)], Self.status: answers])
        #expect(phase == .completed)
        #expect(record.shown == [0, 0] + Array(1...12))
        #expect(record.pauses == Array(repeating: .seconds(5), count: 12))
        #expect(files.count(of: Self.status) == 13 && files.count(of: Self.list) == 1)
        #expect(record.phases.last == .completed && record.phases.contains(.polling(completed: 7, total: 12)))
    }

    @Test func `an older server's status has no chapters, and the list is asked at the end`() async throws {
        let (phase, record, files) = try await run([
            Self.list: [Self.listing(3), Self.listing(12)],
            Self.status: [Self.word("PENDING"), Self.word("COMPLETED")],
        ])
        #expect(phase == .completed && record.shown == [3, 3, 12] && files.count(of: Self.list) == 2)
    }

    @Test func `shows existing screenshots without a job and after a failure, and stops polling`() async throws {
        let none = try await run([Self.list: [Self.listing(2)]])
        #expect(none.phase == .absent && none.record.shown == [2, 2] && none.files.count(of: Self.status) == 1)
        let failed = try await run([Self.list: [Self.listing(2)], Self.status: [Self.word("FAILED")]])
        #expect(failed.phase == .failed("There are no screenshots.") && failed.files.count(of: Self.status) == 1)
        #expect(none.record.pauses.isEmpty && failed.record.pauses.isEmpty)
    }

    @Test(arguments: [401, 403])
    func `a refused request ends the polling`(status: Int) async throws {
        let (phase, record, files) = try await run([Self.list: [.status(status)], Self.status: [.status(status)]])
        #expect(phase == .failed("The server answers \(status).") && record.pauses.isEmpty)
        #expect(files.count(of: Self.status) == 1)
    }

    @Test func `errors are silent, and the next poll may succeed`() async throws {
        let (phase, record, files) = try await run([
            Self.list: [.status(503), Self.listing(12)],
            Self.status: [
                .status(502), .status(429), LoopbackAnswer("<html>"), LoopbackAnswer(#"{"success":false}"#),
                Self.word("COMPLETED"),
            ],
        ])
        #expect(phase == .completed && record.shown.last == 12)
        #expect(record.pauses.count == 4 && files.count(of: Self.status) == 5)
    }

    @Test func `the token goes with each request`() async throws {
        let (_, _, files) = try await run([Self.list: [Self.listing(0)]], token: "abc")
        #expect(files.server.requests.count == 2)
        #expect(files.server.requests.allSatisfy { $0["Authorization"] == "Bearer abc" })
    }

    @Test func `cancelling the task ends the polling`() async throws {
        let files = try ServedFiles([Self.list: Self.listing(0), Self.status: Self.word("PENDING")])
        var service = ChapterThumbnailService(
            server: try files.url("/"), screenshots: try #require(URL(string: Self.base)))
        // On Linux a session deadlocks where its task is cancelled while an answer ends: the request is a task of its own.
        service.load = { request in try await Task { try await URLSession.shared.data(for: request) }.value }
        let task = Task { [service] in
            await ChapterThumbnailFeed(service: service, sleep: { _ in try await Task.sleep(for: .seconds(3_600)) })
                .run("WsghFCuoZ6Q", from: ChapterStrip(chapters: 12)) { _, _ in }
        }
        while files.count(of: Self.status) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(await task.value == nil)
        #expect(files.count(of: Self.status) == 1)
    }
}
