public import Foundation
public import Mosaic

/// The making of one storyboard: the request, and its progress.
///
/// There is one job for each storyboard. `Job+Transitions` has its state machine; catalogs only store it.
public struct Job: Hashable, Sendable, Codable {
    /// A change of a job, at the catalog's time.
    public typealias Change = @Sendable (inout Job, _ now: Date) -> Void

    /// Its number in the catalog.
    public let number: JobNumber
    /// The storyboard.
    public let storyboard: StoryboardID
    /// Whether workers take it before batch jobs.
    public package(set) var priority: JobPriority
    /// The client that submitted it or last began it anew; `nil` for commands that open the library themselves.
    public package(set) var owner: JobOwner?
    /// The request as stored; see ``request()``.
    package var requestText: String
    /// Its state.
    public package(set) var state: JobState
    /// Chapters with tiles; after an attempt, those with published tiles.
    public package(set) var completedChapters: Int
    /// Expected chapters; nil where unknown.
    public package(set) var totalChapters: Int?
    /// Failures in a row whose cause may pass.
    package var failedAttempts: Int
    /// The number of the current attempt, or of the last one: counted from 1, 0 before the first.
    public package(set) var attempt: Int
    /// Postponements in a row, because another process has locked the storyboard's folder.
    package var postponements: Int
    /// Why it or its last attempt failed, or why it is postponed; one sentence.
    public package(set) var errorMessage: String?
    /// When it was first submitted.
    package let created: Date
    /// When it last began anew, by another request or a retry; the wait for the first screenshot counts from here.
    package var begun: Date
    /// When it was last changed.
    public package(set) var updated: Date
    /// The earliest time of the next attempt; jobs due longest come first.
    public package(set) var due: Date
    /// When a screenshot last arrived; nil before the first.
    package var lastArrival: Date?
    /// The lease of the current worker; nil without one.
    public package(set) var lease: JobLease?
    /// The worker whose lease expired, while its successors have only postponed the job; it may resume its lease.
    package var displacedWorker: String?
    /// Whether a submission or arrival during the current attempt requires another one.
    package var isWantedAgain: Bool

    /// Makes a job from its stored parts; for catalogs.
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

    /// The request.
    ///
    /// - Throws: `malformed`.
    package func request() throws -> JobRequest { try JobRequest(parsing: requestText) }
}

/// A worker's lease on a job: when it expires without a heartbeat, another worker takes over.
public struct JobLease: Hashable, Sendable, Codable {
    /// The worker's name, never used before.
    public let worker: String
    /// When it expires.
    public let expiry: Date

    /// Creates the lease of a worker.
    package init(worker: String, expiry: Date) {
        self.worker = worker
        self.expiry = expiry
    }
}

/// A job's number in the catalog: counted from 1, never reused.
public struct JobNumber: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// 1 or more.
    public let rawValue: Int64

    /// Makes a number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The number as text.
    public var description: String { String(rawValue) }
}

/// The state of a job.
public enum JobState: String, Hashable, Sendable, Codable, CaseIterable {
    /// No screenshot has arrived, and no attempt has begun.
    case pending
    /// Screenshots arrive and are composed, or the next attempt is awaited.
    case processing
    /// All expected screenshots are composed, or nothing more arrived in time.
    case completed
    /// It failed for good.
    case failed
    /// It was cancelled.
    case cancelled

    /// Whether the state only changes by a request.
    public var isFinal: Bool {
        switch self {
        case .pending, .processing: false
        case .completed, .failed, .cancelled: true
        }
    }
}

/// Which jobs are leased first.
///
/// Workers take interactive jobs before batch jobs, and within a priority the one due longest. While jobs of both are due,
/// every eighth lease is for a batch job, so that neither starves.
public enum JobPriority: String, Hashable, Sendable, Codable, CaseIterable {
    /// A client waits for it: uploads, first compositions, submissions to the server.
    case interactive
    /// No client waits for it: `mosaic batch`, `mosaic submit`.
    case batch

    /// One of this number of leases is for a batch job while jobs of both priorities are due.
    package static let batchShare = 8

    /// The priority of the next lease while jobs of both are due.
    ///
    /// - Parameter leases: Leases of interactive jobs since the last one of a batch job, while batch jobs were due; 0 or
    ///   more. A catalog counts them for all of its workers together.
    public static func next(after leases: Int) -> JobPriority { leases + 1 < batchShare ? .interactive : .batch }
}

/// The client that submitted a job. Its unfinished jobs count towards one limit.
public struct JobOwner: Hashable, Sendable, Codable, RawRepresentable {
    /// The name that the catalog stores, such as `sub:alice`.
    public let rawValue: String

    /// Creates an owner with a name that is stored as it is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Bytes of a name from which on its hash is stored instead.
    private static let longestName = 256

    /// All clients of a server without tokens, and all requests without a valid token.
    package static let anonymous = JobOwner(rawValue: "anonymous")

    /// All holders of the server's own token.
    package static let token = JobOwner(rawValue: "token")

    /// The subject (`sub`) of a signed token.
    package static func subject(_ name: String) -> JobOwner { JobOwner("sub", name) }

    /// All signed tokens of a key that have no subject; a single key has the empty name.
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
    /// More is expected; the next attempt is due then.
    case wait(until: Date)
    /// Another process has locked the storyboard's folder; the next attempt is due then. This does not count as a
    /// failure.
    case postpone(reason: String, until: Date)
    /// It failed for a cause that may pass; the next attempt is due then.
    case retry(reason: String, at: Date)
    /// It failed for good.
    case fail(reason: String)
}

extension JobOutcome {
    /// The same outcome with the fault of the source, where nothing more is expected.
    func explained(by fault: MosaicError?, isExpecting: Bool) -> JobOutcome {
        guard let fault else { return self }
        switch self {
        case .wait, .postpone, .retry: return self
        case .complete: return .fail(reason: fault.description)
        case .fail(let reason): return .fail(reason: isExpecting ? "\(reason) \(fault)" : fault.description)
        }
    }

    /// The same outcome, but success where all arrived screenshots were removed: an empty storyboard is complete, and
    /// the next screenshot begins it anew.
    func accepted(where isEmptied: Bool) -> JobOutcome {
        guard isEmptied, case .fail = self else { return self }
        return .complete
    }

    /// The same outcome, but another attempt after a delay where the job would end while a cause that may pass has
    /// prevented a part of it. A job that waits tries again anyway.
    func repeated(_ retry: JobOutcome?) -> JobOutcome {
        guard let retry else { return self }
        switch self {
        case .complete, .fail: return retry
        case .wait, .postpone, .retry: return self
        }
    }

    /// The same outcome, but another attempt while files are being written.
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
