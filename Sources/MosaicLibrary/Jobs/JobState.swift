import Mosaic

/// The state of a job.
public enum JobState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing has arrived or begun yet.
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
