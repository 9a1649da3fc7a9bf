import Foundation
import Mosaic
import MosaicConsole

/// A job as it stands, for scripts and in a table for people.
struct JobFacts: Encodable {
    private let number: JobNumber
    private let id: StoryboardID
    private let state: JobState
    private let priority: JobPriority
    private let completedChapters: Int
    private let totalChapters: Int?
    private let failedAttempts: Int
    private let error: String?
    private let source: String?
    private let created: String
    private let updated: String
    /// When it is looked at next; nil where nothing more happens.
    private let due: String?
    /// The worker that is at it.
    private let worker: String?
    /// Tiles of its storyboard that show no picture; nil where it is not published, or that is not known.
    private let placeholders: Int?
    private let placeholderReasons: [String]?

    init(_ job: Job, _ placeholders: Placeholders? = nil) {
        number = job.number
        id = job.storyboard
        state = job.state
        priority = job.priority
        completedChapters = job.completedChapters
        totalChapters = job.totalChapters
        failedAttempts = job.failedAttempts
        error = job.errorMessage
        source = try? job.request().source.folder
        created = job.created.ISO8601Format()
        updated = job.updated.ISO8601Format()
        due = job.state.isFinal ? nil : job.due.ISO8601Format()
        worker = job.lease?.worker
        self.placeholders = placeholders?.count
        placeholderReasons = placeholders.flatMap { $0.reasons.isEmpty ? nil : $0.reasons }
    }

    private enum CodingKeys: String, CodingKey {
        case number, id, state, priority, error, source, created, updated, due, worker, placeholders
        case placeholderReasons = "placeholder_reasons"
        case completedChapters = "completed_chapters"
        case totalChapters = "total_chapters"
        case failedAttempts = "failed_attempts"
    }

    /// `3/12`, or `3` where nobody knows how many there will be.
    var chapters: String {
        totalChapters.map { "\(completedChapters)/\($0)" } ?? String(completedChapters)
    }

    /// One line about the job alone.
    var sentence: String {
        let message = error.map { ": \($0)" } ?? ""
        return "job \(number), \(state.rawValue), \(chapters) chapters\(message)"
    }

    /// The jobs, one in a row.
    static func table(of jobs: [JobFacts]) -> TextTable {
        var table = TextTable([
            .init("JOB", isNumber: true), .init("ID"), .init("STATE"), .init("CHAPTERS", isNumber: true),
            .init("ATTEMPTS", isNumber: true), .init("UPDATED"), .init("ERROR", isCut: true),
        ])
        for job in jobs {
            table.add([
                job.number.description, job.id.rawValue, job.state.rawValue, job.chapters,
                String(job.failedAttempts), job.updated, job.error,
            ])
        }
        return table
    }
}
