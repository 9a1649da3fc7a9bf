import Mosaic
import MosaicLibrary

/// A change that a poll of the catalog has found.
enum CatalogChange: Hashable, Sendable {
    /// A job is new or different; with the entry of its storyboard.
    case job(Job, CatalogEntry?)
    /// A storyboard was published; with its job.
    case storyboard(CatalogEntry, Job?)
    /// A storyboard is not published any more.
    case removed(StoryboardID)
    /// There were more changes than are sent one by one.
    case unknown

    /// Whether a storyboard is not published any more.
    var isRemoval: Bool { if case .removed = self { true } else { false } }

    /// The job that has ended with this change; nil for other changes.
    var endedJob: (job: Job, entry: CatalogEntry?)? {
        guard case .job(let job, let entry) = self, job.state.isFinal else { return nil }
        return (job, entry)
    }
}

/// The part of a job that clients see, besides its times: heartbeats change nothing of it.
struct JobAppearance: Hashable, Sendable {
    private let number: JobNumber
    private let state: JobState
    private let priority: JobPriority
    private let completed: Int
    private let total: Int?
    private let failures: Int
    private let error: String?
    /// A job that ends again looks like before.
    private let end: Int?

    init(_ job: Job) {
        number = job.number
        state = job.state
        priority = job.priority
        completed = job.completedChapters
        total = job.totalChapters
        failures = job.failedAttempts
        error = job.errorMessage
        end = job.state.isFinal ? job.attempt : nil
    }
}
