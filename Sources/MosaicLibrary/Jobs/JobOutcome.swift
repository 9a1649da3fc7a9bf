public import Foundation
import Mosaic

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
