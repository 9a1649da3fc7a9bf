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

    init(_ job: Job, _ addresses: Addresses) {
        id = job.number
        storyboard = job.storyboard
        state = job.state
        completedChapters = job.completedChapters
        totalChapters = job.totalChapters
        failedAttempts = job.failedAttempts
        error = job.errorMessage
        created = job.created.ISO8601Format()
        updated = job.updated.ISO8601Format()
        links = ["job": addresses.path(of: job.number), "storyboard": addresses.path(of: job.storyboard)]
    }

    private enum CodingKeys: String, CodingKey {
        case id, storyboard, state, error, links
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
