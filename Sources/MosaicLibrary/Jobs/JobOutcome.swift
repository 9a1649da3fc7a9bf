public import Foundation
import Mosaic

/// What one look at a job's source came to.
public enum JobOutcome: Hashable, Sendable {
    /// There is nothing more to expect.
    case complete
    /// Something is still to come; look again then.
    case wait(until: Date)
    /// Another process writes into the storyboard's folder; look again then. That is no failure.
    case postpone(reason: String, until: Date)
    /// It failed for a cause that may pass; try again then.
    case retry(reason: String, at: Date)
    /// It failed for good.
    case fail(reason: String)
}

extension JobOutcome {
    /// The same with what is wrong with the source, where that is the end of it.
    func explained(by fault: MosaicError?, isExpecting: Bool) -> JobOutcome {
        guard let fault else { return self }
        switch self {
        case .wait, .postpone, .retry: return self
        case .complete: return .fail(reason: fault.description)
        case .fail(let reason): return .fail(reason: isExpecting ? "\(reason) \(fault)" : fault.description)
        }
    }

    /// The same, but no failure where all that had arrived was taken away: a storyboard of nothing is complete, and the
    /// next screenshot begins it anew.
    func accepted(where isEmptied: Bool) -> JobOutcome {
        guard isEmptied, case .fail = self else { return self }
        return .complete
    }

    /// The same, but no end while files are being written: when those have come to rest it is time to look again.
    func postponed(while moving: Set<String>, now: Date) -> JobOutcome {
        guard !moving.isEmpty else { return self }
        let rest = now.addingTimeInterval(TimeInterval(SourceReading.settling) / 1_000_000_000)
        switch self {
        case .complete, .fail: return .wait(until: rest)
        case .wait(let date): return .wait(until: min(date, rest))
        case .postpone, .retry: return self
        }
    }
}
