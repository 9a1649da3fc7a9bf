import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct JobRoutesTests {
    @Test func `finds a job by its number, and no job by another one`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) { client async throws in
            _ = try await client.submit("film", "{}")
            let facts = try #require(try await client.get("/jobs/1").json)
            #expect(facts["storyboard"] as? String == "film" && facts["links"] is [String: String])
            for wrong in ["2", "0", "-1", "film", "99999999999999999999"] {
                #expect(try await client.get("/jobs/\(wrong)").status == .notFound, "\(wrong)")
                #expect(try await client.execute(uri: "/jobs/\(wrong)/retry", method: .post) { $0 }.status == .notFound)
            }
        }
    }

    @Test func `a job that has failed begins anew when it is asked to, but not by a form`() async throws {
        let work = try ServedWork()
        try await work.ask { client async throws in
            _ = try await client.submit("film", #"{"chapters": 1, "arrival_timeout_s": 0}"#)
            func state() async throws -> String? { try await client.get("/jobs/1").json?["state"] as? String }
            #expect(try await work.comes { try await state() == "failed" })
            let form = try await client.execute(
                uri: "/jobs/1/retry", method: .post, headers: [.contentType: "text/plain"]
            ) { $0 }
            #expect(form.status == .unsupportedMediaType)
            #expect(try await state() == "failed")
            let answer = try await client.execute(uri: "/jobs/1/retry", method: .post) { $0 }
            #expect(answer.status == .accepted && answer.json?["state"] as? String == "pending")
        }
    }

    @Test func `cancelling a job is idempotent, and refused once the job has finished`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) { client async throws in
            for id in ["one", "two"] { _ = try await client.submit(id, "{}") }
            func cancel(_ number: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
                try await client.execute(uri: "/jobs/\(number)/cancel", method: .post, headers: fields) { $0 }
            }
            #expect(try await cancel("1", [.contentType: "text/plain"]).status == .unsupportedMediaType)
            for _ in 0..<2 {
                let answer = try await cancel("1")
                #expect(answer.status == .ok && answer.json?["state"] as? String == "cancelled")
            }
            #expect(try await client.get("/jobs/2").json?["state"] as? String == "pending")
            _ = try await work.library.catalog.update(JobNumber(rawValue: 2)) { job, now in
                job.grant(to: "w", until: .distantFuture)
                job.finish(.complete, now: now)
            }
            let late = try await cancel("2")
            #expect(late.status == .conflict && late.errorCode == "conflict")
            #expect(try await client.get("/jobs/2").json?["state"] as? String == "completed")
            for wrong in ["3", "0", "film"] { #expect(try await cancel(wrong).status == .notFound) }
        }
        try await work.ask(works: false) {
            $0.token = "secret"
        } _: { client async throws in
            #expect(try await client.execute(uri: "/jobs/1/cancel", method: .post) { $0 }.status == .unauthorized)
        }
    }

    @Test(arguments: ["/jobs/1/retry", "/api/v1/downloads/retry/done"])
    func `a job that could only fail, or that there is no room for, does not begin anew`(path: String) async throws {
        let work = try ServedWork()
        func retry(keeps: Bool, queue: Int) async throws -> TestResponse {
            try await work.ask(works: false) {
                $0.work.keepsScreenshots = keeps
                $0.work.queueLength = queue
                $0.opensDownloads = true
            } _: { client async throws in
                try await client.execute(uri: path, method: .post) { $0 }
            }
        }
        func state() async throws -> JobState? {
            try await work.library.catalog.job(of: StoryboardID(naming: "done"))?.state
        }
        try await work.ask(works: false) { client async throws in
            for id in ["done", "waiting"] { _ = try await client.submit(id, #"{"chapters": 1}"#) }
        }
        _ = try await work.library.catalog.update(JobNumber(rawValue: 1)) { job, now in
            job.grant(to: "w", until: .distantFuture)
            job.progress(completed: 1, total: 1, lastArrival: nil, now: now)
            job.finish(.complete, now: now)
        }
        let incomplete = try await retry(keeps: false, queue: 2)
        #expect(incomplete.status == .conflict && incomplete.errorCode == "conflict")
        let full = try await retry(keeps: true, queue: 1)
        #expect(full.status == .tooManyRequests && full.headers[.retryAfter] != nil)
        #expect(try await state() == .completed)
        let begun = try await retry(keeps: true, queue: 2)
        #expect(begun.status.kind == .successful)
        #expect(try await state() == .pending)
    }

    @Test func `with a token configured, requests without it cannot see or change jobs`() async throws {
        let work = try ServedWork()
        try await work.ask(works: false) {
            $0.token = "secret"
        } _: { client async throws in
            for path in ["/jobs", "/jobs/1", "/metrics", "/api/v1/downloads/queue", "/api/v1/status/film"] {
                #expect(try await client.get(path).status == .unauthorized, "\(path)")
                #expect(try await client.get(path, [.authorization: "Bearer secret"]).status != .unauthorized)
            }
            for path in ["/jobs/1/retry", "/admin/purge", "/api/v1/downloads/retry/film"] {
                #expect(try await client.execute(uri: path, method: .post) { $0 }.status == .unauthorized, "\(path)")
            }
            #expect(try await client.get("/api/v1/health").status == .ok)
        }
    }
}
