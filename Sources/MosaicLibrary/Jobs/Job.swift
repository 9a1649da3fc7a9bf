public import Foundation
public import Mosaic

/// The making of one storyboard: what was asked for, and how far it is.
///
/// There is one job for each storyboard. Its functions change it from state to state; a catalog calls them and stores
/// the result. It stores the whole value by its coding, and whatever it searches and sorts by beside that.
public struct Job: Hashable, Sendable, Codable {
    /// What the catalog calls it.
    public let number: JobNumber
    /// The storyboard.
    public let storyboard: StoryboardID
    /// Whether it goes before others.
    public package(set) var priority: JobPriority
    /// The request as stored; see `request()`.
    package var requestText: String
    /// How far it is.
    public package(set) var state: JobState
    /// Chapters whose tiles are made; once a look at the source is over, those whose tiles are published.
    public package(set) var completedChapters: Int
    /// Chapters in all; nil where nobody knows.
    public package(set) var totalChapters: Int?
    /// How often it failed in a row for a cause that may pass.
    package var failedAttempts: Int
    /// How often in a row it was postponed because another process writes into the storyboard's folder.
    package var postponements: Int
    /// Why it failed, why the last attempt did, or why it is postponed; one sentence.
    public package(set) var errorMessage: String?
    /// When it was submitted first.
    package let created: Date
    /// When it was last begun anew: submitted, submitted otherwise, or retried; waiting for the first screenshot counts
    /// from here.
    package var begun: Date
    /// When it was last changed.
    public package(set) var updated: Date
    /// When it is to be worked on next, not before; the oldest comes first.
    public package(set) var due: Date
    /// When a screenshot last arrived; nil before the first.
    package var lastArrival: Date?
    /// The worker that is at it; nil where none is.
    public package(set) var lease: JobLease?
    /// The worker whose lease ran out, while whoever took over since has only postponed the job; it may resume its lease.
    package var displacedWorker: String?
    /// Whether something was submitted or arrived while a worker was at it, so that it has to look again.
    package var isWantedAgain: Bool

    /// Puts a stored job together; for catalogs alone.
    package init(
        number: JobNumber, storyboard: StoryboardID, priority: JobPriority, requestText: String, state: JobState,
        completedChapters: Int, totalChapters: Int?, failedAttempts: Int, postponements: Int, errorMessage: String?,
        created: Date, begun: Date, updated: Date, due: Date, lastArrival: Date?, lease: JobLease?,
        displacedWorker: String?, isWantedAgain: Bool
    ) {
        self.number = number
        self.storyboard = storyboard
        self.priority = priority
        self.requestText = requestText
        self.state = state
        self.completedChapters = completedChapters
        self.totalChapters = totalChapters
        self.failedAttempts = failedAttempts
        self.postponements = postponements
        self.errorMessage = errorMessage
        self.created = created
        self.begun = begun
        self.updated = updated
        self.due = due
        self.lastArrival = lastArrival
        self.lease = lease
        self.displacedWorker = displacedWorker
        self.isWantedAgain = isWantedAgain
    }

    /// What was asked for.
    ///
    /// - Throws: `malformed`.
    package func request() throws -> JobRequest { try JobRequest(parsing: requestText) }
}
