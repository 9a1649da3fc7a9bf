import HTTPTypes
import HummingbirdTesting
import Mosaic
import NIOCore
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// Limits of the queue of jobs.
struct SubmissionLimitTests {
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    @Test func `more jobs than may wait are sent away, and those that wait already are not`() async throws {
        try await work.ask(works: false) {
            $0.work.queueLength = 2
        } _: { client async throws in
            for id in ["one", "two"] { #expect(try await client.submit(id, "{}").status == .accepted) }
            let third = try await client.submit("three", "{}")
            #expect(third.status == .tooManyRequests && third.headers[.retryAfter] == "5")
            #expect(
                try await client.upload("ch1_4s.jpg", ServedWork.picture(1), id: "three").status == .tooManyRequests)
            #expect(try await client.submit("one", #"{"chapters": 3}"#).status == .accepted)
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1), id: "one").status == .created)
        }
        #expect(work.uploads("three").isEmpty)
    }

    @Test func `limits the unfinished jobs of each token, also of requests at the same time`() async throws {
        let tokens = ["ann", "bob"].map {
            ForgedToken.hs256(#"{"exp":4102444800,"scope":"write","sub":"\#($0)"}"#)
        }
        try await work.ask(works: false) {
            $0.work.queuePerToken = 3
            $0.token = "secret"
            $0.jwtKey = .secret(ForgedToken.secret)
        } _: { client async throws in
            @Sendable func submit(_ id: String, _ token: String) async throws -> HTTPResponse.Status {
                try await client.execute(
                    uri: "/storyboards/\(id)", method: .put,
                    headers: [.contentType: "application/json", .authorization: "Bearer \(token)"],
                    body: ByteBuffer(string: "{}")
                ) {
                    $0.headers[.retryAfter] == ($0.status == .tooManyRequests ? "5" : nil)
                        ? $0.status : HTTPResponse.Status(code: 500)
                }
            }
            let answers = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<12 { group.addTask { try await submit("a\(number)", tokens[0]) } }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(answers == [.accepted: 3, .tooManyRequests: 9])
            #expect(try await submit("b", tokens[1]) == .accepted)
            #expect(try await submit("c", "secret") == .accepted)
            #expect(try await submit("b", tokens[0]) == .accepted, "It waits already.")
            let upload = try await client.upload(
                "ch1_4s.jpg", ServedWork.picture(1), id: "d", [.authorization: "Bearer \(tokens[0])"])
            #expect(upload.status == .tooManyRequests)
            let job = try #require(try await work.library.catalog.jobs(JobQuery()).last)
            for change in ["cancel", "retry", "cancel"] {
                let answer = try await client.execute(
                    uri: "/jobs/\(job.number)/\(change)", method: .post,
                    headers: [.authorization: "Bearer \(tokens[0])"]
                ) { $0.status }
                #expect(answer == (change == "retry" ? .accepted : .ok))
            }
            #expect(try await submit("d", tokens[0]) == .accepted)
            let retry = try await client.execute(
                uri: "/jobs/\(job.number)/retry", method: .post, headers: [.authorization: "Bearer \(tokens[0])"]
            ) { $0.status }
            #expect(retry == .tooManyRequests)
        }
    }

    @Test func `all clients of a server without tokens have one limit`() async throws {
        try await work.ask(works: false) {
            $0.work.queuePerToken = 1
        } _: { client async throws in
            #expect(try await client.submit("one", "{}").status == .accepted)
            let second = try await client.submit("two", "{}")
            #expect(second.status == .tooManyRequests && second.errorCode == "too_many_requests")
        }
        #expect(try await work.library.catalog.unfinishedJobs(of: .anonymous) == 1)
    }
}
