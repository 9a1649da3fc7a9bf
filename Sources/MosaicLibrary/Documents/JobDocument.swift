import Foundation
package import Mosaic

/// A job in JSON, for the command line and the server.
package struct JobDocument: Encodable {
    /// URLs of the job and its storyboard on a server.
    package struct Links: Encodable {
        private let job: String
        private let storyboard: String

        package init(job: String, storyboard: String) {
            self.job = job
            self.storyboard = storyboard
        }
    }

    private let id: JobNumber
    private let storyboard: StoryboardID
    private let state: JobState
    private let priority: JobPriority
    private let completedChapters: Int
    private let totalChapters: Int?
    private let failedAttempts: Int
    private let error: String?
    /// Number of placeholders in the storyboard; nil if it is not published or the number is unknown.
    private let placeholders: Int?
    private let placeholderReasons: [String]?
    private let created: String
    private let updated: String
    /// Folder of the screenshots, path of the film, or address in a bucket.
    private var source: String?
    /// Time of the next attempt; nil in a final state.
    private var due: String?
    /// Name of the worker that has leased the job.
    private var worker: String?
    private var links: Links?

    /// Creates the document for a server's clients, without paths and names of the server's machine.
    ///
    /// - Parameter placeholders: The storyboard's placeholders; nil if unknown.
    package init(_ job: Job, placeholders: Placeholders? = nil, links: Links) {
        self.init(public: job, placeholders)
        self.links = links
    }

    /// Creates the document for users of the library's machine, with source, due time and worker.
    ///
    /// - Parameter placeholders: The storyboard's placeholders; nil if unknown.
    package init(_ job: Job, placeholders: Placeholders? = nil) {
        self.init(public: job, placeholders)
        let request = try? job.request()
        source = request?.source.folder
        // Workers postpone jobs of `mosaic publish` for ever.
        due = job.state.isFinal || request?.isLeftToPublish == true ? nil : job.due.ISO8601Format()
        worker = job.lease?.worker
    }

    private init(public job: Job, _ placeholders: Placeholders?) {
        id = job.number
        storyboard = job.storyboard
        state = job.state
        priority = job.priority
        completedChapters = job.completedChapters
        totalChapters = job.totalChapters
        failedAttempts = job.failedAttempts
        error = job.errorMessage
        self.placeholders = placeholders?.count
        placeholderReasons = placeholders?.reasonsIfAny
        created = job.created.ISO8601Format()
        updated = job.updated.ISO8601Format()
    }

    private enum CodingKeys: String, CodingKey {
        case id, storyboard, state, priority, error, placeholders, source, worker, links
        case placeholderReasons = "placeholder_reasons"
        case completedChapters = "completed_chapters"
        case totalChapters = "total_chapters"
        case failedAttempts = "failed_attempts"
        case created = "created_at"
        case updated = "updated_at"
        case due = "due_at"
    }
}

/// A page of jobs in JSON, for `mosaic jobs` and `GET /jobs`.
package struct JobPageDocument: Encodable {
    private let jobs: [JobDocument]
    private let counts: [String: Int]
    private let limit: Int
    private let offset: Int
    private let total: Int
    private let hasMore: Bool

    /// - Parameters:
    ///   - counts: Number of the catalog's jobs in each state.
    ///   - query: The query that selected the jobs.
    package init(_ jobs: [JobDocument], counts: [JobState: Int], of query: JobQuery) {
        self.jobs = jobs
        self.counts = Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0.rawValue, counts[$0] ?? 0) })
        limit = query.limit
        offset = query.offset
        total = query.total(of: counts)
        hasMore = !jobs.isEmpty && query.offset + jobs.count < total
    }

    private enum CodingKeys: String, CodingKey {
        case jobs, counts, limit, offset, total
        case hasMore = "has_more"
    }
}

extension JobQuery {
    /// The number of selected jobs on all pages.
    ///
    /// - Parameter counts: Number of the catalog's jobs in each state.
    package func total(of counts: [JobState: Int]) -> Int {
        state.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
    }
}

/// A JSON document with the version of its format: the content's keys, and `version`.
///
/// The version counts incompatible changes: a key is removed, renamed or changes its meaning. New keys do not change
/// the version, so readers ignore unknown keys. Nested documents have no separate version.
package struct VersionedDocument<Content: Encodable>: Encodable {
    private let content: Content

    /// - Parameter content: A value that is encoded as a JSON object.
    package init(_ content: Content) { self.content = content }

    package func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .version)
    }

    private enum Key: CodingKey { case version }
}
