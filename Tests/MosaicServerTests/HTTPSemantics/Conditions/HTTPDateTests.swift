import Foundation
import Seeded
import Testing

@testable import MosaicServer

struct HTTPDateTests {
    // As Python's strftime writes them.
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (1_795_000_000, "Wed, 18 Nov 2026 11:06:40 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        ] as [(Int64, String)])
    func `RFC 9110, 5.6.7: dates are written in the one form for senders`(seconds: Int64, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).fieldValue == text)
    }

    @Test func `any second is written as Foundation writes it, and read again`() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var random = SeededGenerator(seed: 1)
        let now = HTTPDate(secondsSince1970: 0)
        // Foundation's calendar is not the Gregorian one before 1582-10-15.
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -12_219_292_800...253_402_300_799, using: &random)
            let date = HTTPDate(secondsSince1970: seconds)
            #expect(date.fieldValue == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
            #expect(HTTPDate(parsing: date.fieldValue, now: now) == date)
        }
    }

    @Test func `a time beyond four digits of a year is clamped`() {
        #expect(HTTPDate(secondsSince1970: .max).fieldValue == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate(secondsSince1970: .min).fieldValue == "Mon, 01 Jan 0001 00:00:00 GMT")
    }

    @Test(
        arguments: [
            (0, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0), (2026, 0, 1, 0, 0, 0), (2026, 13, 1, 0, 0, 0),
            (2026, 1, 0, 0, 0, 0), (2026, 1, 32, 0, 0, 0), (2026, 4, 31, 0, 0, 0), (2026, 2, 29, 0, 0, 0),
            (2100, 2, 29, 0, 0, 0), (2026, 1, 1, 24, 0, 0), (2026, 1, 1, 0, 60, 0), (2026, 1, 1, 0, 0, 61),
            (2026, 1, 1, -1, 0, 0), (.max, .max, .max, .max, .max, .max), (.min, .min, .min, .min, .min, .min),
        ])
    func `parts that the calendar does not have give no date`(parts: (Int, Int, Int, Int, Int, Int)) {
        #expect(
            HTTPDate(
                year: parts.0, month: parts.1, day: parts.2, hour: parts.3, minute: parts.4, second: parts.5) == nil)
    }
}
