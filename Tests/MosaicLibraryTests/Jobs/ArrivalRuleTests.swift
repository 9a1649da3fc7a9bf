import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// The time at which a job is complete; times in seconds after the job began.
struct ArrivalRuleTests {
    private static let begun = Date(timeIntervalSince1970: 1_000_000)

    private func outcome(
        expected: Int?, have: Int, arrived: Int? = nil, lastArrival: Double?, now: Double, settle: Int = 20,
        backlog: Int = 1
    ) throws -> JobOutcome {
        var request = JobRequest(id: StoryboardID(naming: "film"), source: Mosaic.ScreenshotSource(folder: "/shots"))
        request.expected = expected.map(ExpectedChapters.count)
        request.settle = settle
        return ArrivalRule(of: request).outcome(
            have: have, arrived: arrived ?? have, lastArrival: lastArrival.map(Self.begun.addingTimeInterval),
            begun: Self.begun, now: Self.begun.addingTimeInterval(now), backlog: backlog)
    }

    private func wait(until seconds: Double) -> JobOutcome { .wait(until: Self.begun.addingTimeInterval(seconds)) }

    // MARK: Expected chapters

    @Test(arguments: [
        (have: 0, lastArrival: nil as Double?, now: 0.0, again: 1.0), (0, nil, 5, 6), (0, nil, 50, 55),
        (0, nil, 300, 310), (0, nil, 595, 600), (0, nil, 599.9, 600),
        (3, 7, 7, 8), (3, 7, 37, 40), (4, 15, 400, 410), (4, 15, 614.9, 615),
        // Some arrived, and cannot be used.
        (0, 7, 37, 40), (0, 7, 606.5, 607),
        // What arrived before the job began does not shorten its time.
        (3, -5_000, 0, 1), (3, -5_000, 599, 600),
    ])
    func `missing chapters of five are awaited`(have: Int, lastArrival: Double?, now: Double, again: Double) throws {
        #expect(try outcome(expected: 5, have: have, lastArrival: lastArrival, now: now) == wait(until: again))
    }

    @Test(arguments: [(100, 1.0), (250, 2.5), (10_000, 100), (1_000_000, 600)])
    func `a job is polled the more rarely the more jobs wait, and at the end of its time`(
        backlog: Int, again: Double
    ) throws {
        let outcome = try outcome(expected: 5, have: 0, lastArrival: nil, now: 0, backlog: backlog)
        #expect(outcome == wait(until: again))
    }

    @Test(arguments: [
        (have: 5, lastArrival: 7.0, now: 7.0), (5, 7, 10_000), (6, 7, 7), (5, -5_000, 0),
        // Nothing arrived for ten minutes.
        (1, 7, 607), (4, 15, 615), (4, -5_000, 600),
    ])
    func `five chapters are complete, or fewer after the timeout`(
        have: Int, lastArrival: Double, now: Double
    ) throws {
        #expect(try outcome(expected: 5, have: have, lastArrival: lastArrival, now: now) == .complete)
    }

    @Test(arguments: [(nil as Double?, 600.0), (nil, 9_000), (7, 607)])
    func `a job without a usable screenshot fails at the timeout`(lastArrival: Double?, now: Double) throws {
        let reason = "Of 5 expected chapters no usable screenshot arrived within 600 seconds."
        #expect(try outcome(expected: 5, have: 0, lastArrival: lastArrival, now: now) == .fail(reason: reason))
    }

    @Test(arguments: [
        (have: 4, arrived: 5, now: 26.9, settle: 20, expectation: "wait"), (4, 5, 27, 20, "complete"),
        (1, 9, 27, 20, "complete"), (4, 5, 7, 0, "complete"), (4, 5, 606.9, 9_000, "wait"),
        (4, 5, 607, 9_000, "complete"),
        (0, 5, 26.9, 20, "wait"), (0, 5, 27, 20, "fail"),
        // One is still to come.
        (4, 4, 7, 0, "wait"), (3, 4, 606.9, 20, "wait"),
    ])
    func `with a file for each chapter, unusable files are awaited for a shorter time`(
        have: Int, arrived: Int, now: Double, settle: Int, expectation: String
    ) throws {
        let outcome = try outcome(
            expected: 5, have: have, arrived: arrived, lastArrival: 7, now: now, settle: settle)
        switch outcome {
        case .wait: #expect(expectation == "wait")
        case .complete: #expect(expectation == "complete")
        case .fail(let reason):
            #expect(expectation == "fail")
            #expect(reason == "Of 5 expected chapters no usable screenshot arrived within 20 seconds.")
        case .postpone, .retry: Issue.record("Nothing is tried again.")
        }
    }

    // MARK: Whatever comes

    @Test(arguments: [
        (have: 0, lastArrival: nil as Double?, now: 0.0, again: 1.0), (0, nil, 19.5, 20), (3, 7, 7, 8), (3, 7, 26, 27),
        (3, 26, 27, 28), (3, -5_000, 0, 1),
    ])
    func `a set of unknown size is awaited until arrivals stop`(
        have: Int, lastArrival: Double?, now: Double, again: Double
    ) throws {
        #expect(try outcome(expected: nil, have: have, lastArrival: lastArrival, now: now) == wait(until: again))
    }

    @Test(arguments: [(3, 7.0, 27.0, 20), (1, -5_000, 20, 20), (3, 7, 7, 0), (3, -5_000, 0, 0)])
    func `a set of unknown size is complete after the settling time`(
        have: Int, lastArrival: Double, now: Double, settle: Int
    ) throws {
        #expect(try outcome(expected: nil, have: have, lastArrival: lastArrival, now: now, settle: settle) == .complete)
    }

    @Test(arguments: [(20.0, 20), (0, 0)])
    func `a job without screenshots fails after the same time`(now: Double, settle: Int) throws {
        let reason = "No usable screenshot arrived within \(settle) seconds."
        #expect(
            try outcome(expected: nil, have: 0, lastArrival: nil, now: now, settle: settle) == .fail(reason: reason))
    }

    @Test func `a clock that is set back makes it wait, not fail`() throws {
        #expect(try outcome(expected: 5, have: 0, lastArrival: nil, now: -3_600) == wait(until: -3_599))
    }
}
