import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// Results as lines, and their sum.
struct BatchResultTests {
    private func failed(_ label: BatchResult.Label, _ reason: String = "It is gone.") -> BatchResult {
        .failed(label, MosaicError(.unavailable, "disk", reason))
    }

    private func json(_ result: BatchResult) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(result), as: UTF8.self)
    }

    @Test func `a result has only known values`() throws {
        var result = failed(.init(line: 3, id: StoryboardID(naming: "film"), source: "/a\nb", output: "lib"))
        result.seconds = 1.2344
        #expect(
            try json(result)
                == #"{"elapsed_ms":1234,"error":"disk: It is gone.","id":"film","line":3,"output":"lib","#
                + #""result":"failed","source":"/a\nb"}"#)
        #expect(
            try json(.unchanged(.init(source: "x"), nil)) == #"{"elapsed_ms":0,"result":"unchanged","source":"x"}"#)
    }

    @Test func `placeholders are reported with the first reasons`() throws {
        let placeholders = Placeholders(count: 5, reasons: ["a: \"A\".", "b: B.", "c: C.", "d: D."])
        #expect(
            try json(.unchanged(.init(), placeholders))
                == #"{"elapsed_ms":0,"placeholder_reasons":["a: \"A\".","b: B.","c: C."],"placeholders":5,"#
                + #""result":"unchanged"}"#)
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

    @Test func `a full disk is distinguished from other failures`() {
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
