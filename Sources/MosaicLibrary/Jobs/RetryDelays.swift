import Foundation
import Mosaic

/// How often and when a failed attempt is repeated, and when a job that waits for another process is due again.
///
/// Each delay is twice the one before. Part of it is random, so that many jobs that failed of one cause are not all due
/// at once.
package struct RetryDelays: Hashable, Sendable {
    /// Attempts until a job fails for good, the first one included; at least 1.
    package var maximumAttempts = 10
    /// The delay after the first failure; seconds, more than 0.
    package var first = 2.0
    /// The longest delay; seconds.
    package var longest = 300.0
    /// Maximum delay while another process has locked the storyboard's folder, which does not count as a failure;
    /// seconds.
    package var longestPostponement = 30.0

    /// Ten attempts within about a quarter of an hour.
    package init() {}

    /// The outcome after an error: another attempt where the cause can pass, failure where it cannot or has not passed
    /// in all attempts. A wait for another process is not limited.
    ///
    /// - Parameters:
    ///   - failures: How often it failed before, in a row.
    ///   - postponements: How often it was postponed before, in a row.
    ///   - random: 0..<1; more makes the delay longer, up to half of it.
    func outcome(
        of error: MosaicError, after failures: Int, postponements: Int, now: Date, random: Double
    ) -> JobOutcome {
        if error.code == .busy {
            let delay = min(delay(afterFailures: postponements + 1, random: random), longestPostponement)
            return .postpone(reason: error.description, until: now.addingTimeInterval(delay))
        }
        guard error.code.canPass else { return .fail(reason: error.description) }
        guard failures + 1 < maximumAttempts else {
            return .fail(reason: "\(error) It was tried \(failures + 1) times.")
        }
        return .retry(
            reason: error.description, at: now.addingTimeInterval(delay(afterFailures: failures + 1, random: random)))
    }

    /// The delay after `failures` failures in a row, 1 or more, in seconds.
    package func delay(afterFailures failures: Int, random: Double) -> Double {
        // After this many doublings every delay is the longest.
        let whole = min(longest, first * pow(2, Double(min(max(failures, 1), 64) - 1)))
        return whole * (1 + random) / 2
    }
}
