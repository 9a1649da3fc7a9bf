import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct RetryDelaysTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    @Test(arguments: [(1, 2.0), (2, 4), (3, 8), (7, 128), (8, 256), (9, 300), (10, 300), (1_000_000, 300)])
    func `each delay is twice the one before, up to the longest`(failures: Int, seconds: Double) {
        #expect(RetryDelays().delay(afterFailures: failures, random: 0) == seconds / 2)
        #expect(RetryDelays().delay(afterFailures: failures, random: 0.5) == seconds * 0.75)
        #expect(RetryDelays().delay(afterFailures: failures, random: 1) == seconds)
    }

    @Test func `a transient error is retried until the last attempt`() {
        let error = MosaicError(.unavailable, "sheet", "The disk is full.")
        var delays = RetryDelays()
        delays.maximumAttempts = 3
        let outcomes = (0..<4).map { delays.outcome(of: error, after: $0, postponements: 9, now: now, random: 0) }
        #expect(
            outcomes == [
                .retry(reason: "sheet: The disk is full.", at: now.addingTimeInterval(1)),
                .retry(reason: "sheet: The disk is full.", at: now.addingTimeInterval(2)),
                .fail(reason: "sheet: The disk is full. It was tried 3 times."),
                .fail(reason: "sheet: The disk is full. It was tried 4 times."),
            ])
    }

    @Test func `waiting for another process is not an attempt and has no limit`() {
        let error = MosaicError(.busy, "film", "Another mosaic is writing into this folder.")
        let outcomes = [(0, 1.0), (1, 2), (4, 16), (5, 30), (1_000_000, 30)]
        for (postponements, seconds) in outcomes {
            let outcome = RetryDelays()
                .outcome(of: error, after: 9, postponements: postponements, now: now, random: 0)
            #expect(outcome == .postpone(reason: error.description, until: now.addingTimeInterval(seconds)))
        }
    }

    @Test(arguments: [
        MosaicError.Code.invalidSettings, .noScreenshots, .notFound, .damaged, .malformed, .limitExceeded, .unsupported,
        .refused,
    ])
    func `a permanent error is not retried`(code: MosaicError.Code) {
        let error = MosaicError(code, "quality", "A quality of 101 is not within 1...100.")
        #expect(
            RetryDelays().outcome(of: error, after: 0, postponements: 0, now: now, random: 0)
                == .fail(reason: "quality: A quality of 101 is not within 1...100."))
    }
}
