import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// A job's state as text: `held` with a lease, `again` if another attempt is wanted, `due` if an attempt may begin
/// now, `anew` if the earlier results are discarded.
struct JobStateRow: Sendable {
    let before: String
    let after: String
}

/// Jobs in every state, for suites of their changes.
protocol JobStates {}

extension JobStates {
    static var then: Date { Date(timeIntervalSince1970: 1_000_000) }
    static var now: Date { Date(timeIntervalSince1970: 1_000_100) }
    static var later: Date { Date(timeIntervalSince1970: 1_000_200) }
    static var states: [String] {
        [
            "pending", "pending held", "processing", "processing held", "completed", "failed", "cancelled",
        ]
    }
    static var held: [String] { ["pending held", "processing held"] }

    static func rows(_ after: String..., from before: [String] = states) -> [JobStateRow] {
        zip(before, after).map(JobStateRow.init)
    }

    func request(width: Int = 256) -> JobRequest {
        var request = JobRequest(id: StoryboardID(naming: "film"), source: Mosaic.ScreenshotSource(folder: "/shots"))
        request.settings.geometry.width = width
        request.expected = .count(5)
        return request
    }

    /// A job in that state, with three of five chapters done, two attempts failed, and nothing to do before `later`.
    func job(_ text: String) throws -> Job {
        let words = text.split(separator: " ").map(String.init)
        let state = try #require(JobState(rawValue: words[0]))
        return Job(
            number: JobNumber(rawValue: 7), storyboard: StoryboardID(naming: "film"), priority: .interactive,
            requestText: try request().encoded(), state: state, completedChapters: 3, totalChapters: 5, attempt: 6,
            failedAttempts: 2, postponements: 4, errorMessage: "The disk is full.", created: Self.then,
            begun: Self.then,
            updated: Self.then, due: Self.later, lastArrival: state == .pending ? nil : Self.then,
            lease: words.contains("held") ? JobLease(worker: "first", expiry: Self.later) : nil,
            displacedWorker: nil, isWantedAgain: words.contains("again"))
    }

    func text(_ job: Job) -> String {
        var words = [job.state.rawValue]
        if job.lease != nil { words.append("held") }
        if job.isWantedAgain { words.append("again") }
        if job.due == Self.now { words.append("due") }
        if job.begun == Self.now { words.append("anew") }
        return words.joined(separator: " ")
    }

    func check(_ row: JobStateRow, _ change: (inout Job) throws -> Void) throws -> Job {
        var job = try job(row.before)
        let before = job
        try change(&job)
        #expect(text(job) == row.after, "from \(row.before)")
        #expect(job.number == before.number && job.storyboard == before.storyboard && job.created == before.created)
        if job.begun == Self.now {
            #expect(job.completedChapters == 0 && job.failedAttempts == 0 && job.errorMessage == nil)
            #expect(job.lastArrival == nil && job.updated == Self.now)
        }
        return job
    }
}
