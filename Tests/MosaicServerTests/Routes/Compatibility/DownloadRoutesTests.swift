import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct DownloadRoutesTests {
    private struct Queue: Decodable {
        struct Item: Decodable { let id: String }
        struct Counts: Decodable, Equatable {
            let downloading: Int
            let pending: Int
            let failed: Int
            let total: Int
        }
        let downloading: [Item]
        let pending: [Item]
        let failed: [Item]
        let counts: Counts
    }

    @Test func `the queue tells jobs in the words of its clients`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) {
            $0.opensDownloads = true
        } _: { client async throws in
            for id in ["one", "two", "three", "four"] { _ = try await client.submit(id, "{}") }
            for (number, change) in [(Int64(1), "wake"), (2, "fail")] {
                _ = try await work.library.catalog.update(JobNumber(rawValue: number)) { job, now in
                    if change == "wake" { return job.wake(now: now) }
                    job.grant(to: "w", until: .distantFuture)
                    job.finish(.fail(reason: "No picture."), now: now)
                }
            }
            let answer = try await client.get("/api/v1/downloads/queue")
            let queue = try answer.decoded(Queue.self)
            #expect(queue.downloading.map(\.id) == ["one"] && queue.failed.map(\.id) == ["two"])
            #expect(queue.pending.map(\.id) == ["four", "three"])
            #expect(queue.counts == Queue.Counts(downloading: 1, pending: 2, failed: 1, total: 4))
            let status = try #require(try await client.get("/api/v1/status/two").json)
            #expect(status["status"] as? String == "failed" && status["error"] as? String == "No picture.")
            #expect(try await client.get("/api/v1/status/nothing").status == .notFound)
        }
    }

    @Test func `a failed one is tried again by its id`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) {
            $0.opensDownloads = true
        } _: { client async throws in
            _ = try await client.submit("film", "{}")
            _ = try await work.library.catalog.update(JobNumber(rawValue: 1)) { $0.cancel(now: $1) }
            let answer = try await client.execute(uri: "/api/v1/downloads/retry/film", method: .post) { $0 }
            #expect(answer.status == .ok && answer.json?["success"] as? Bool == true)
            #expect(answer.json?["status"] as? String == "pending")
            let none = try await client.execute(uri: "/api/v1/downloads/retry/nothing", method: .post) { $0 }
            #expect(none.status == .notFound)
        }
    }
}
