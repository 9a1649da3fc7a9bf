public import Foundation
public import Mosaic

/// The work to make one storyboard: the request and its progress.
///
/// Each storyboard has at most one job. `Job+Transitions` has the state machine; catalogs only store the job.
public struct Job: Hashable, Sendable, Codable {
    /// A change of a job. `now` is the catalog's time.
    public typealias Change = @Sendable (inout Job, _ now: Date) -> Void

    /// Number of the job in the catalog.
    public let number: JobNumber
    /// The storyboard to make.
    public let storyboard: StoryboardID
    /// Whether workers lease the job before batch jobs.
    public package(set) var priority: JobPriority
    /// The client that submitted the job or last restarted it; `nil` for commands that open the library directly.
    public package(set) var owner: JobOwner?
    /// The request as stored in the catalog; see ``request()``.
    package var requestText: String
    /// State of the job.
    public package(set) var state: JobState
    /// Number of chapters with tiles. After an attempt, only published tiles count.
    public package(set) var completedChapters: Int
    /// Number of expected chapters. If unknown, the number of screenshots; nil before the first arrival.
    public package(set) var totalChapters: Int?
    /// Number of consecutive attempts that failed with a transient error.
    package var failedAttempts: Int
    /// Number of the current or last attempt, from 1; 0 before the first.
    public package(set) var attempt: Int
    /// Number of consecutive postponements, each because another process had locked the storyboard's folder.
    package var postponements: Int
    /// Why the job or its last attempt failed, or why the job is postponed; one sentence.
    public package(set) var errorMessage: String?
    /// Time of the first submission.
    package let created: Date
    /// Time at which the job last began, by a request or a retry. The wait for the first screenshot starts here.
    package var begun: Date
    /// Time of the last change.
    public package(set) var updated: Date
    /// Earliest time of the next attempt. Workers lease the job that has been due longest.
    public package(set) var due: Date
    /// Time of the last arrival of a screenshot; nil before the first.
    package var lastArrival: Date?
    /// The lease of the last worker, which may have expired; nil if the worker has released it.
    public package(set) var lease: JobLease?
    /// The worker whose lease expired, while its successors have only postponed the job. That worker may resume its
    /// lease.
    package var displacedWorker: String?
    /// Whether a submission or arrival during the current attempt requires another attempt.
    package var isWantedAgain: Bool

    /// Creates a job from its stored parts; for catalogs.
    package init(
        number: JobNumber, storyboard: StoryboardID, priority: JobPriority, owner: JobOwner? = nil,
        requestText: String, state: JobState,
        completedChapters: Int, totalChapters: Int?, attempt: Int, failedAttempts: Int, postponements: Int,
        errorMessage: String?, created: Date, begun: Date, updated: Date, due: Date, lastArrival: Date?,
        lease: JobLease?,
        displacedWorker: String?, isWantedAgain: Bool
    ) {
        self.number = number
        self.storyboard = storyboard
        self.priority = priority
        self.owner = owner
        self.requestText = requestText
        self.state = state
        self.completedChapters = completedChapters
        self.totalChapters = totalChapters
        self.attempt = attempt
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

    /// Parses the stored request.
    ///
    /// - Throws: `malformed`.
    package func request() throws -> JobRequest { try JobRequest(parsing: requestText) }
}

/// A worker's lease on a job: when it expires without a heartbeat, another worker takes over.
public struct JobLease: Hashable, Sendable, Codable {
    /// Unique name of the worker.
    public let worker: String
    /// Time at which the lease expires.
    public let expiry: Date

    package init(worker: String, expiry: Date) {
        self.worker = worker
        self.expiry = expiry
    }
}

/// Number of a job in the catalog: from 1, never reused.
public struct JobNumber: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The number, 1 or more.
    public let rawValue: Int64

    /// Creates a job number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The number as text.
    public var description: String { String(rawValue) }
}

/// The state of a job.
public enum JobState: String, Hashable, Sendable, Codable, CaseIterable {
    /// No screenshot has arrived yet.
    case pending
    /// Screenshots have arrived and are composed, or the next attempt is awaited.
    case processing
    /// All expected screenshots are composed, or no more arrived in time.
    case completed
    /// The job failed and is not retried.
    case failed
    /// A client cancelled the job.
    case cancelled

    /// Whether no worker leases the job until a request continues it or, unless the job is cancelled, an arrival.
    public var isFinal: Bool {
        switch self {
        case .pending, .processing: false
        case .completed, .failed, .cancelled: true
        }
    }
}

/// Priority of a job among due jobs.
///
/// Workers take interactive jobs before batch jobs, and within a priority the job that has been due longest. While jobs
/// of both priorities are due, every eighth lease is for a batch job, so that neither priority starves.
public enum JobPriority: String, Hashable, Sendable, Codable, CaseIterable {
    /// A client waits for the job: uploads, first compositions, submissions to the server.
    case interactive
    /// No client waits for the job: `mosaic batch`, `mosaic submit`.
    case batch

    /// While jobs of both priorities are due, one of this number of leases is for a batch job.
    package static let batchShare = 8

    /// The priority of the next lease while jobs of both priorities are due.
    ///
    /// - Parameter leases: Number of leases of interactive jobs since the last lease of a batch job, while batch jobs
    ///   were due; 0 or more. A catalog counts the leases of all of its workers together.
    public static func next(after leases: Int) -> JobPriority { leases + 1 < batchShare ? .interactive : .batch }
}

/// The client that submitted a job. The limit on unfinished jobs applies per owner.
public struct JobOwner: Hashable, Sendable, Codable, RawRepresentable {
    /// Name as stored in the catalog, such as `sub:alice`.
    public let rawValue: String

    /// Creates an owner with a stored name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Maximum bytes of a name. Of a longer name, the hash is stored.
    private static let longestName = 256

    /// All clients of a server without tokens, and all requests without a valid token.
    package static let anonymous = JobOwner(rawValue: "anonymous")

    /// All holders of the server's own token.
    package static let token = JobOwner(rawValue: "token")

    /// The subject (`sub`) of a signed token.
    package static func subject(_ name: String) -> JobOwner { JobOwner("sub", name) }

    /// All signed tokens of a key that have no subject. If the server has a single key, the key's name is empty.
    package static func key(_ name: String) -> JobOwner { JobOwner("key", name) }

    private init(_ kind: String, _ name: String) {
        let bytes = Array(name.utf8)
        let isShort = bytes.count <= Self.longestName
        rawValue = isShort ? "\(kind):\(name)" : "\(kind)-sha256:\(ContentHash(of: bytes).hexadecimal())"
    }
}

/// The outcome of an attempt at a job.
public enum JobOutcome: Hashable, Sendable {
    /// The storyboard is complete.
    case complete
    /// More screenshots are expected; the next attempt is due at `until`.
    case wait(until: Date)
    /// Another process has locked the storyboard's folder; the next attempt is due at `until`. A postponement is not a
    /// failure.
    case postpone(reason: String, until: Date)
    /// The attempt failed with a transient error; the next attempt is due at `at`.
    case retry(reason: String, at: Date)
    /// The job failed and is not retried.
    case fail(reason: String)
}

extension JobOutcome {
    /// The same outcome, but failure with the source's error if the job would end.
    func explained(by fault: MosaicError?, isExpecting: Bool) -> JobOutcome {
        guard let fault else { return self }
        switch self {
        case .wait, .postpone, .retry: return self
        case .complete: return .fail(reason: fault.description)
        case .fail(let reason): return .fail(reason: isExpecting ? "\(reason) \(fault)" : fault.description)
        }
    }

    /// The same outcome, but success if all arrived screenshots were removed. An empty storyboard is complete; the next
    /// screenshot restarts the job.
    func accepted(where isEmptied: Bool) -> JobOutcome {
        guard isEmptied, case .fail = self else { return self }
        return .complete
    }

    /// The same outcome, but `retry` if the job would end after a download failed with a transient error. A waiting job
    /// tries again anyway.
    func repeated(_ retry: JobOutcome?) -> JobOutcome {
        guard let retry else { return self }
        switch self {
        case .complete, .fail: return retry
        case .wait, .postpone, .retry: return self
        }
    }

    /// The same outcome, but another attempt after a delay while files are being written.
    func postponed(while changing: Set<String>, now: Date) -> JobOutcome {
        guard !changing.isEmpty else { return self }
        let rest = now.addingTimeInterval(TimeInterval(SourceReading.settling) / 1_000_000_000)
        switch self {
        case .complete, .fail: return .wait(until: rest)
        case .wait(let date): return .wait(until: min(date, rest))
        case .postpone, .retry: return self
        }
    }
}
