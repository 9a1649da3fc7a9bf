package import Foundation
import Mosaic

/// When a storyboard has all the screenshots that it is going to have.
///
/// Whoever asks for a job's status stops asking when it is completed or failed, so that neither may be said early.
package struct ArrivalRule: Hashable, Sendable {
    /// How many chapters are expected; nil where nobody knows.
    package let expected: Int?
    /// Seconds without an arrival after which an incomplete set of expected chapters is taken as it is; 0 or more.
    package let arrivalTimeout: Int
    /// Seconds without an arrival after which a set of unknown size is complete, and one whose expected chapters all have
    /// files, of which some cannot be used; 0 takes what is there at once.
    package let settle: Int

    /// A source is looked at again after a tenth of the time that nothing has arrived for, in seconds: often while
    /// screenshots come in, seldom where one is waited for.
    private static let pauses = 1.0...10.0

    /// Takes the rule out of a request.
    package init(of request: JobRequest) {
        expected = request.expected?.total
        arrivalTimeout = request.arrivalTimeout
        settle = request.settle
    }

    /// What a look at the source comes to.
    ///
    /// - Parameters:
    ///   - have: Chapters whose tiles are published, of the expected ones where some are expected.
    ///   - arrived: Chapters that have files, usable or not, of the expected ones where some are expected.
    ///   - lastArrival: When a screenshot last arrived; nil before the first.
    ///   - begun: When the job last began; what arrived before counts as if it had arrived then.
    package func outcome(have: Int, arrived: Int, lastArrival: Date?, begun: Date, now: Date) -> JobOutcome {
        if let expected, have >= expected { return .complete }
        let patience = TimeInterval(patience(arrived: arrived))
        let since = max(begun, lastArrival ?? begun)
        let end = since.addingTimeInterval(patience)
        if now < end {
            let silence = now.timeIntervalSince(since)
            let pause = min(max(silence / 10, Self.pauses.lowerBound), Self.pauses.upperBound)
            return .wait(until: min(end, now.addingTimeInterval(pause)))
        }
        return have > 0 ? .complete : .fail(reason: nothing(Int(patience)))
    }

    private func patience(arrived: Int) -> Int {
        guard let expected else { return settle }
        // Where every chapter has a file, none is to come but one that replaces another.
        return arrived < expected ? arrivalTimeout : min(settle, arrivalTimeout)
    }

    private func nothing(_ seconds: Int) -> String {
        guard let expected else { return "No usable screenshot arrived within \(seconds) seconds." }
        return "Of \(expected) expected chapters no usable screenshot arrived within \(seconds) seconds."
    }
}
