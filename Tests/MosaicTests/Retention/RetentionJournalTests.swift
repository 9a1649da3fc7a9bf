import Foundation
import Testing

@testable import Mosaic

struct RetentionJournalTests {
    private func name(_ number: Int) -> SheetName {
        SheetName(number: number, hash: ContentHash(of: [UInt8(number)]), format: .jpeg)
    }

    private func entry(
        _ number: Int, since: Int, _ cause: RetentionJournal.Cause = .superseded
    ) -> RetentionJournal.Entry {
        RetentionJournal.Entry(name: name(number).rawValue, since: since, cause: cause)
    }

    private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    @Test func `a sheet that falls out of use waits for its time`() {
        var journal = RetentionJournal(parsing: nil)
        journal.replace([name(1), name(2)], with: [name(2), name(3)], at: date(100))
        #expect(journal.entries == [entry(1, since: 100)])
        #expect(journal.removeExpired(at: date(149), keeping: 50).isEmpty)
        #expect(journal.removeExpired(at: date(150), keeping: 50) == [name(1).rawValue])
        #expect(journal.entries.isEmpty)
    }

    @Test func `zero removes at once, and a nonsensical time does too`() {
        for seconds in [0, -1, Int.min] {
            var journal = RetentionJournal(parsing: nil)
            journal.replace([name(1)], with: [], at: date(100))
            #expect(journal.removeExpired(at: date(100), keeping: seconds) == [name(1).rawValue])
        }
        var journal = RetentionJournal(parsing: nil)
        journal.replace([name(1)], with: [], at: date(100))
        #expect(journal.removeExpired(at: date(1 << 40), keeping: .max).isEmpty)
    }

    @Test func `a sheet that is used again leaves the journal`() {
        var journal = RetentionJournal(parsing: nil)
        journal.replace([name(1)], with: [name(2)], at: date(100))
        journal.replace([name(2)], with: [name(1)], at: date(200))
        #expect(journal.entries == [entry(2, since: 200)])
    }

    @Test func `the time counts from the last use, not from an earlier one`() {
        var journal = RetentionJournal(parsing: nil)
        journal.replace([name(1)], with: [name(2)], at: date(100))
        // A run that was killed after its record was in place has announced what is now in use.
        journal = journal.announcing([name(2)], at: date(100))
        journal.replace([name(2)], with: [name(3)], at: date(1_000))
        #expect(journal.entries.map(\.since) == [100, 1_000])
        #expect(journal.removeExpired(at: date(1_000), keeping: 500) == [name(1).rawValue])
    }

    @Test func `a clock that was set back removes nothing early`() {
        var journal = RetentionJournal(parsing: nil)
        journal.replace([name(1)], with: [], at: date(1_000))
        #expect(journal.removeExpired(at: date(10), keeping: 5).isEmpty)
    }

    @Test func `a journal survives encoding`() throws {
        var journal = RetentionJournal(parsing: nil)
        journal.replace([name(1), name(2)], with: [], at: date(100))
        journal.retire([RetentionJournal.recordName], .removed, at: date(200))
        journal.retire(["300-ch1_4s.jpg"], .emptied, at: date(300))
        journal = journal.announcing([name(3)], at: date(400))
        #expect(RetentionJournal(parsing: journal.encoded()) == journal)
        #expect(journal.earliest == date(100))
    }

    @Test func `a removed storyboard is absent until another one takes its place`() {
        var journal = RetentionJournal(parsing: nil)
        journal.replace([name(1)], with: [], cause: .removed, at: date(100))
        #expect(journal.absence == nil)
        journal.retire([RetentionJournal.recordName], .removed, at: date(100))
        #expect(journal.absence?.cause == .removed && journal.absence?.since == 100)
        journal.endAbsence()
        #expect(journal.absence == nil && journal.entries.count == 2)
        #expect(journal.removeExpired(at: date(150), keeping: 50).count == 2)
    }

    @Test(
        arguments: [
            "", "{", "[]", #"{"entries":[{"name":"../../etc/passwd","since":0}]}"#,
            #"{"entries":[{"name":"mosaic.json","since":0}]}"#, #"{"entries":[{"name":"thumbnails.vtt","since":0}]}"#,
            #"{"entries":[{"name":"1-../ch1_4s.jpg","since":0}]}"#, #"{"entries":[{"name":"screenshots","since":0}]}"#,
            #"{"entries":[{"name":".mosaic-retired-record.json","since":0,"cause":"bored"}]}"#,
            #"{"entries":[{"since":0}]}"#, #"{"entries":[{"name":"sheet-0.jpg","since":1e99}]}"#,
        ])
    func `an invalid journal is empty`(text: String) {
        #expect(RetentionJournal(parsing: Array(text.utf8)).entries.isEmpty)
    }
}
