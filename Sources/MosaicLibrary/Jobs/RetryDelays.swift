import Foundation
import Mosaic

/// Number and delays of retries after a failed attempt, and the delays of a job that waits for another process.
///
/// Each delay is twice the one before. A random part spreads the retries of jobs that failed for the same cause.
package struct RetryDelays: Hashable, Sendable {
    /// Maximum number of consecutive attempts that fail, the first one included; at least 1.
    package var maximumAttempts = 10
    /// Maximum delay after the first failure, in seconds; more than 0.
    package var first = 2.0
    /// Maximum delay, in seconds.
    package var longest = 300.0
    /// Maximum delay in seconds while another process has locked the storyboard's folder. A postponement is not a
    /// failure.
    package var longestPostponement = 30.0

    /// Creates delays for ten attempts, which wait 7 to 14 minutes altogether.
    package init() {}

    /// The outcome after an error. After a transient error, the attempt is retried until ``maximumAttempts``; otherwise
    /// the job fails. While another process has the lock, the number of postponements is not limited.
    ///
    /// - Parameters:
    ///   - failures: Number of consecutive failures before this one.
    ///   - postponements: Number of consecutive postponements before this one.
    ///   - random: 0..<1; 0 gives half of the maximum delay, 1 would give all of it.
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

    /// The delay in seconds after 1 or more consecutive failures.
    package func delay(afterFailures failures: Int, random: Double) -> Double {
        // After 63 doublings every delay has reached the maximum.
        let whole = min(longest, first * pow(2, Double(min(max(failures, 1), 64) - 1)))
        return whole * (1 + random) / 2
    }
}
