import Foundation
import Testing

@testable import Mosaic

/// Results as lines, and their sum.
struct BatchResultTests {
    private func failed(_ label: BatchResult.Label, _ reason: String = "It is gone.") -> BatchResult {
        .failed(label, MosaicError(.unavailable, "disk", reason))
    }

    @Test func `a result is one line of JSON with what is known`() {
        let label = BatchResult.Label(line: 3, id: StoryboardID(naming: "film"), source: "/a\nb", output: "lib")
        let line = failed(label).jsonLine()
        #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
        let expected =
            #"{"line": 3, "id": "film", "source": "/a\nb", "output": "lib", "result": "failed", "#
            + #""reason": "disk: It is gone.", "seconds": 0.0}"# + "\n"
        #expect(String(decoding: line, as: UTF8.self) == expected)
        #expect(
            String(decoding: BatchResult.unchanged(.init(source: "x"), nil).jsonLine(), as: UTF8.self)
                == #"{"source": "x", "result": "unchanged", "seconds": 0.0}"# + "\n")
    }

    @Test func `placeholders are told with the first reasons`() {
        let placeholders = Placeholders(count: 5, reasons: ["a: \"A\".", "b: B.", "c: C.", "d: D."])
        #expect(
            String(decoding: BatchResult.unchanged(.init(), placeholders).jsonLine(), as: UTF8.self)
                == #"{"result": "unchanged", "placeholders": 5, "#
                + #""placeholder_reasons": ["a: \"A\".", "b: B.", "c: C."], "seconds": 0.0}"# + "\n")
        var sum = BatchSummary()
        for name in ["x", "y"] { sum.add(.unchanged(.init(source: name), placeholders)) }
        sum.add(.unchanged(.init(), Placeholders(count: 0)))
        #expect(sum.placeholders == 10 && sum.storyboardsWithPlaceholders == 2)
        #expect(sum.placeholderReasons.count == 5 && sum.placeholderReasons.last == "y: b: B.")
    }

    @Test func `a sum counts results and keeps the first reasons`() {
        var sum = BatchSummary()
        for number in 1...7 { sum.add(failed(.init(source: "film \(number)"), "It is gone.")) }
        sum.add(.unchanged(.init(), nil))
        #expect(sum.failed == 7 && sum.unchanged == 1 && sum.composed == 0 && sum.total == 8)
        #expect(sum.reasons.count == 5 && sum.reasons.first == "film 1: disk: It is gone.")
    }

    @Test func `that nothing more can be written is told from other failures`() {
        func isFull(_ reason: String) -> Bool {
            BatchResult.failed(.init(), MosaicError(.unavailable, "sheet-0.jpg", reason)).isDiskFull
        }
        #expect(isFull("The file cannot be written: \(SystemFailure(code: ENOSPC))."))
        #expect(isFull("The file cannot be written: \(SystemFailure(code: EDQUOT))."))
        #expect(isFull("The disk is full."), "as the catalog says it")
        #expect(!isFull("The file cannot be written: \(SystemFailure(code: EIO))."))
        #expect(!isFull("There are no screenshots among its 0 files."))
    }
}
