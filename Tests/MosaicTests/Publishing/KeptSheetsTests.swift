import Foundation
import Testing

@testable import Mosaic

struct KeptSheetsTests {
    private func name(_ number: Int) -> SheetName {
        SheetName(number: number, hash: ContentHash(of: [UInt8(number)]), format: .jpeg)
    }

    private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    @Test func `a sheet that falls out of use waits for its time`() {
        var kept = KeptSheets(parsing: nil)
        kept.replace([name(1), name(2)], with: [name(2), name(3)], at: date(100))
        #expect(kept.entries == [KeptSheets.Entry(name: name(1), since: 100)])
        #expect(kept.removeExpired(at: date(149), keeping: 50).isEmpty)
        #expect(kept.removeExpired(at: date(150), keeping: 50) == [name(1)])
        #expect(kept.entries.isEmpty)
    }

    @Test func `zero removes at once, and a nonsensical time does too`() {
        for seconds in [0, -1, Int.min] {
            var kept = KeptSheets(parsing: nil)
            kept.replace([name(1)], with: [], at: date(100))
            #expect(kept.removeExpired(at: date(100), keeping: seconds) == [name(1)])
        }
        var kept = KeptSheets(parsing: nil)
        kept.replace([name(1)], with: [], at: date(100))
        #expect(kept.removeExpired(at: date(1 << 40), keeping: .max).isEmpty)
    }

    @Test func `a sheet that comes back into use is no longer waiting`() {
        var kept = KeptSheets(parsing: nil)
        kept.replace([name(1)], with: [name(2)], at: date(100))
        kept.replace([name(2)], with: [name(1)], at: date(200))
        #expect(kept.entries == [KeptSheets.Entry(name: name(2), since: 200)])
    }

    @Test func `the time counts from the last use, not from an earlier one`() {
        var kept = KeptSheets(parsing: nil)
        kept.replace([name(1)], with: [name(2)], at: date(100))
        // A run that was killed after its record was in place has announced what is now in use.
        kept = kept.announcing([name(2)], at: date(100))
        kept.replace([name(2)], with: [name(3)], at: date(1_000))
        #expect(kept.entries.map(\.since) == [100, 1_000])
        #expect(kept.removeExpired(at: date(1_000), keeping: 500) == [name(1)])
    }

    @Test func `a clock that was set back removes nothing early`() {
        var kept = KeptSheets(parsing: nil)
        kept.replace([name(1)], with: [], at: date(1_000))
        #expect(kept.removeExpired(at: date(10), keeping: 5).isEmpty)
    }

    @Test func `what is remembered comes back`() throws {
        var kept = KeptSheets(parsing: nil)
        kept.replace([name(1), name(2)], with: [], at: date(100))
        #expect(KeptSheets(parsing: kept.encoded()) == kept)
    }

    @Test(
        arguments: [
            "", "{", "[]", #"{"entries":[{"name":"../../etc/passwd","since":0}]}"#,
            #"{"entries":[{"name":"mosaic.json","since":0}]}"#, #"{"entries":[{"name":"thumbnails.vtt","since":0}]}"#,
            #"{"entries":[{"since":0}]}"#, #"{"entries":[{"name":"sheet-0.jpg","since":1e99}]}"#,
        ])
    func `a memory that cannot be trusted is none`(text: String) {
        #expect(KeptSheets(parsing: Array(text.utf8)).entries.isEmpty)
    }
}
