import Mosaic

/// How far a job is.
public enum JobState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing has arrived or begun yet.
    case pending
    /// Screenshots arrive and are composed; one that waits for another attempt is here, too.
    case processing
    /// Everything expected is composed, or nothing more came in the time for it.
    case completed
    /// It cannot be done, for the reason given.
    case failed
    /// Somebody took it back.
    case cancelled

    /// Whether nothing more happens unless somebody asks for it.
    public var isFinal: Bool {
        switch self {
        case .pending, .processing: false
        case .completed, .failed, .cancelled: true
        }
    }
}
