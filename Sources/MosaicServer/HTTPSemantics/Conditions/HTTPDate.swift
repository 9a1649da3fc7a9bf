/// A time in HTTP: whole seconds, GMT.
///
/// See [RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7).
package struct HTTPDate: Hashable, Sendable, Comparable {
    /// Seconds since 1970, from the year 1 to the year 9999.
    package let secondsSince1970: Int64

    /// 0001-01-01 00:00:00 to 9999-12-31 23:59:59, the range of years with four digits.
    static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Takes the nearest second that can be written.
    package init(secondsSince1970 seconds: Int64) {
        secondsSince1970 = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Takes a date of the calendar and a time of day; nil for others. A second of 60 counts as the next second.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        let days = CivilDay(year: year, month: month, day: day).daysSince1970
        self.init(secondsSince1970: Int64(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    /// The date as a field value: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package var fieldValue: String {
        let (days, second) = (daysSince1970, secondOfDay)
        let day = CivilDay(daysSince1970: days)
        var text = Self.weekdays[((days + 4) % 7 + 7) % 7].prefix(3) + ", "
        text += Self.padded(day.day) + " " + Self.months[day.month - 1] + " "
        text += Self.padded(day.year / 100) + Self.padded(day.year % 100) + " "
        text += Self.padded(second / 3_600) + ":" + Self.padded(second / 60 % 60) + ":" + Self.padded(second % 60)
        return text + " GMT"
    }

    /// Whole days since 1970 began; negative before.
    package var daysSince1970: Int { Int((secondsSince1970 - (secondsSince1970 < 0 ? 86_399 : 0)) / 86_400) }

    /// 0...86 399.
    package var secondOfDay: Int { Int(secondsSince1970) - daysSince1970 * 86_400 }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
