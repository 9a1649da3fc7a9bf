import Seeded
import Testing

@testable import MosaicServer

struct HTTPDateReadingTests {
    /// 2026-11-18.
    private static let now = HTTPDate(secondsSince1970: 1_795_000_000)

    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun Nov 06 08:49:37 1994", "\t Sun, 06 Nov 1994 08:49:37 GMT ", "Mon, 06 Nov 1994 08:49:37 GMT",
            "Wednesday, 06-Nov-94 08:49:37 GMT",
        ])
    func `RFC 9110, 5.6.7: the three forms of a date are read`(text: String) {
        #expect(HTTPDate(parsing: text, now: Self.now)?.secondsSince1970 == 784_111_777)
    }

    @Test func `RFC 9110, 5.6.7: a leap second is the one after`() {
        let date = HTTPDate(parsing: "Sat, 31 Dec 2016 23:59:60 GMT", now: Self.now)
        #expect(date?.fieldValue == "Sun, 01 Jan 2017 00:00:00 GMT")
    }

    @Test(
        arguments: [
            ("17-Nov-76", "2076"), ("18-Nov-76", "2076"), ("19-Nov-76", "1976"), ("01-Jan-77", "1977"),
            ("01-Jan-27", "2027"), ("01-Jan-26", "2026"), ("01-Jan-00", "2000"), ("01-Jan-99", "1999"),
            ("29-Feb-00", "2000"), ("29-Feb-72", "2072"), ("29-Feb-80", "1980"),
        ])
    func `RFC 9110, 5.6.7: a year of two digits is at most 50 years ahead`(day: String, year: String) throws {
        let date = try #require(HTTPDate(parsing: "Monday, \(day) 00:00:00 GMT", now: Self.now))
        #expect(date.fieldValue.split(separator: " ")[3] == year)
    }

    @Test func `RFC 9110, 5.6.7: two digits of a year reach over the end of a century`() throws {
        let now = try #require(HTTPDate(year: 2099, month: 6, day: 1, hour: 0, minute: 0, second: 0))
        let date = try #require(HTTPDate(parsing: "Monday, 01-Jan-05 00:00:00 GMT", now: now))
        #expect(date.fieldValue.split(separator: " ")[3] == "2105")
    }

    @Test(
        arguments: [
            "", " ", ",", "Sun", "Sun,", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 gmt",
            "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08-49-37 GMT", "Sun, 06 Nov 1994 8:49:37  GMT",
            "Sun, 06 Nov 1994 08:49:37 GMTx", "Sun, 06 Nov 1994 08:49:37 GMT; length=5",
            "Sun,06 Nov 1994 08:49:37  GMT",
            "Sun, 06 Nov -994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sunday, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sund, 06-Nov-94 08:49:37 GMT",
            "Sunday, 31-Feb-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37", "Sunday, 06-Nov-94 08:49:37 GMT GMT",
            "Sunday , 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov   08:49:37 1994",
            "Sunday Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT",
            "Sun Nov  0 08:49:37 1994", "784111777", "1994-11-06T08:49:37Z", "Süñ, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
        ])
    func `RFC 9110, 5.6.7: any other text is not a date`(text: String) {
        #expect(HTTPDate(parsing: text, now: Self.now) == nil)
    }

    @Test func `overlong text is not a date, and random text does no harm`() {
        #expect(HTTPDate(parsing: String(repeating: "Sun, 06 Nov 1994 ", count: 10_000), now: Self.now) == nil)
        var random = SeededGenerator(seed: 2)
        let forms = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
        for _ in 0..<5_000 {
            var bytes = Array(forms[Int.random(in: 0..<3, using: &random)].utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            guard let date = HTTPDate(parsing: String(decoding: bytes, as: UTF8.self), now: Self.now) else { continue }
            #expect(HTTPDate(parsing: date.fieldValue, now: Self.now) == date)
        }
    }

    @Test(arguments: [Int64.min, -62_135_596_800, 0, 253_402_300_799, .max])
    func `any now will do`(seconds: Int64) {
        let now = HTTPDate(secondsSince1970: seconds)
        #expect(HTTPDate(parsing: "Sun, 06 Nov 1994 08:49:37 GMT", now: now)?.secondsSince1970 == 784_111_777)
        let short = HTTPDate(parsing: "Sunday, 06-Nov-94 08:49:37 GMT", now: now)
        #expect(short.map { $0.fieldValue.hasSuffix("94 08:49:37 GMT") } ?? (seconds < 0))
    }
}
