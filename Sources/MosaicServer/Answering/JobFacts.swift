import Foundation
import Mosaic

/// A job as it is told.
struct JobFacts: Encodable {
    private let id: JobNumber
    private let storyboard: StoryboardID
    private let state: JobState
    private let completedChapters: Int
    private let totalChapters: Int?
    private let failedAttempts: Int
    private let error: String?
    private let created: String
    private let updated: String
    private let links: [String: String]
    /// Tiles of its storyboard that show no picture; nil where it is not published, or that is not known.
    private let placeholders: Int?
    private let placeholderReasons: [String]?

    init(_ job: Job, _ addresses: Addresses, _ placeholders: Placeholders? = nil) {
        id = job.number
        storyboard = job.storyboard
        state = job.state
        completedChapters = job.completedChapters
        totalChapters = job.totalChapters
        failedAttempts = job.failedAttempts
        error = job.errorMessage
        created = job.created.ISO8601Format()
        updated = job.updated.ISO8601Format()
        self.placeholders = placeholders?.count
        placeholderReasons = placeholders.flatMap { $0.reasons.isEmpty ? nil : $0.reasons }
        links = ["job": addresses.path(of: job.number), "storyboard": addresses.path(of: job.storyboard)]
    }

    private enum CodingKeys: String, CodingKey {
        case id, storyboard, state, error, links, placeholders
        case placeholderReasons = "placeholder_reasons"
        case completedChapters = "completed_chapters"
        case totalChapters = "total_chapters"
        case failedAttempts = "failed_attempts"
        case created = "created_at"
        case updated = "updated_at"
    }
}

extension Addresses {
    /// The path of a job.
    func path(of job: JobNumber) -> String { "\(prefix)/jobs/\(job)" }
}
