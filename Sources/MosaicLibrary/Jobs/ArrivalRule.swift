package import Foundation
import Mosaic

/// Decides when all screenshots of a storyboard have arrived.
///
/// Clients stop polling a job that is completed or failed, so neither state may be reported early.
package struct ArrivalRule: Hashable, Sendable {
    /// The number of expected chapters; nil if unknown.
    package let expected: Int?
    /// Seconds without an arrival after which an incomplete set of expected chapters is complete; 0 or more.
    package let arrivalTimeout: Int
    /// Seconds without an arrival after which a set of unknown size is complete, and one whose expected chapters all
    /// have files, some of them unusable; 0 does not wait.
    package let settle: Int

    /// Seconds until the source is listed again: a tenth of the time since the last arrival, within this range.
    private static let pauses = 1.0...10.0
    /// Maximum polls of all waiting jobs in a second; uploads make their jobs due at once.
    private static let polls = 100.0

    /// The rule of a request.
    package init(of request: JobRequest) {
        expected = request.expected?.total
        arrivalTimeout = request.arrivalTimeout
        settle = request.settle
    }

    /// The outcome of an attempt.
    ///
    /// - Parameters:
    ///   - have: Chapters with published tiles, of the expected ones where some are expected.
    ///   - arrived: Chapters with files, usable or not, of the expected ones where some are expected.
    ///   - lastArrival: When a screenshot last arrived; nil before the first.
    ///   - begun: When the job last began; earlier arrivals count as arrivals at that time.
    ///   - backlog: Number of unfinished jobs, which share the polls.
    package func outcome(
        have: Int, arrived: Int, lastArrival: Date?, begun: Date, now: Date, backlog: Int
    ) -> JobOutcome {
        if let expected, have >= expected { return .complete }
        let timeout = TimeInterval(timeout(arrived: arrived))
        let since = max(begun, lastArrival ?? begun)
        let end = since.addingTimeInterval(timeout)
        if now < end {
            let silence = now.timeIntervalSince(since)
            let pause = min(max(silence / 10, Self.pauses.lowerBound), Self.pauses.upperBound)
            return .wait(until: min(end, now.addingTimeInterval(max(pause, Self.pause(sharedBy: backlog)))))
        }
        return have > 0 ? .complete : .fail(reason: nothing(Int(timeout)))
    }

    /// Minimum seconds between two polls of one of `backlog` jobs.
    static func pause(sharedBy backlog: Int) -> Double { Double(backlog) / polls }

    private func timeout(arrived: Int) -> Int {
        guard let expected else { return settle }
        // Where every chapter has a file, only replacements can arrive.
        return arrived < expected ? arrivalTimeout : min(settle, arrivalTimeout)
    }

    private func nothing(_ seconds: Int) -> String {
        guard let expected else { return "No usable screenshot arrived within \(seconds) seconds." }
        return "Of \(expected) expected chapters no usable screenshot arrived within \(seconds) seconds."
    }
}
