public import Foundation

/// What one look at a job's source came to.
public enum JobOutcome: Hashable, Sendable {
    /// There is nothing more to expect.
    case complete
    /// Something is still to come; look again then.
    case wait(until: Date)
    /// It failed for a cause that may pass; try again then.
    case retry(reason: String, at: Date)
    /// It failed for good.
    case fail(reason: String)
}
