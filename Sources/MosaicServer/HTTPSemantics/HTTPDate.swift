import Mosaic

/// A date of HTTP: whole seconds in GMT.
///
/// See [RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7).
package struct HTTPDate: Hashable, Sendable, Comparable {
    /// Seconds since 1970, from the year 1 to the year 9999.
    package let secondsSince1970: Int64

    /// 0001-01-01 00:00:00 to 9999-12-31 23:59:59, the range of years with four digits.
    static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Creates a date. Seconds outside of ``range`` are clamped.
    package init(secondsSince1970 seconds: Int64) {
        secondsSince1970 = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Creates a date from a calendar date and a time of day; `nil` if one is invalid. A second of 60 counts as the
    /// next second.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard
            let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        self.init(secondsSince1970: time.secondsSince1970)
    }

    package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    /// The date as a field value: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package var fieldValue: String {
        let (weekday, text) = (((time.daysSince1970 + 4) % 7 + 7) % 7, time.text)
        return "\(Self.weekdays[weekday].prefix(3)), \(text.dropFirst(8).prefix(2)) \(Self.months[time.day.month - 1]) "
            + "\(text.prefix(4)) \(text.suffix(8)) GMT"
    }

    /// The date as calendar date and time of day.
    var time: CivilTime { CivilTime(secondsSince1970: secondsSince1970) }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension HTTPDate {
    /// Parses the current format and the two obsolete ones.
    ///
    /// The day of the week has to be valid, but need not match the date. A year of two digits is the latest such year
    /// that is not more than 50 years after `now`.
    package init?(parsing text: String, now: HTTPDate) {
        let bytes = Array(FieldText.trimmed(Substring(text).utf8).prefix(Self.longest + 1))
        // The longest format is RFC 850 with its longest day, `Wednesday, 06-Nov-94 08:49:37 GMT`.
        guard bytes.count <= Self.longest else { return nil }
        switch bytes.firstIndex(of: UInt8(ascii: ",")) {
        case nil: self.init(asctime: FixedColumns(bytes: bytes))
        case 3: self.init(fixed: FixedColumns(bytes: bytes))
        default: self.init(rfc850: FixedColumns(bytes: bytes), now: now)
        }
    }

    private static let longest = 33

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private init?(fixed text: FixedColumns) {
        guard text.count == 29, Self.isShortWeekday(text[0..<3]), text[3..<5] == ", ", text[7..<8] == " ",
            text[11..<12] == " ", text[16..<17] == " ", text[25..<29] == " GMT",
            let day = text.number(5..<7), let year = text.number(12..<16)
        else { return nil }
        self.init(year: year, monthName: text[8..<11], day: day, time: text, at: 17)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`.
    private init?(rfc850 whole: FixedColumns, now: HTTPDate) {
        guard let weekday = Self.weekdays.first(where: { whole[0..<$0.utf8.count] == $0 }) else { return nil }
        let text = FixedColumns(bytes: Array(whole.bytes.dropFirst(weekday.utf8.count)))
        guard text.count == 24, text[0..<2] == ", ", text[4..<5] == "-", text[8..<9] == "-", text[11..<12] == " ",
            text[20..<24] == " GMT", let day = text.number(2..<4), let yearOfCentury = text.number(9..<11)
        else { return nil }
        let today = now.time.day
        let lastDay = CivilDay(year: today.year + 50, month: today.month, day: today.day).daysSince1970
        let latest = HTTPDate(secondsSince1970: Int64(lastDay * 86_400 + now.time.secondOfDay))
        for year in stride(from: (today.year / 100 + 1) * 100 + yearOfCentury, through: 1, by: -100) {
            guard let date = HTTPDate(year: year, monthName: text[5..<8], day: day, time: text, at: 12),
                date <= latest
            else { continue }
            self = date
            return
        }
        return nil
    }

    /// `Sun Nov  6 08:49:37 1994`.
    private init?(asctime text: FixedColumns) {
        guard text.count == 24, Self.isShortWeekday(text[0..<3]), text[3..<4] == " ", text[7..<8] == " ",
            text[10..<11] == " ", text[19..<20] == " ",
            let day = text.number(8..<10) ?? (text[8..<9] == " " ? text.number(9..<10) : nil),
            let year = text.number(20..<24)
        else { return nil }
        self.init(year: year, monthName: text[4..<7], day: day, time: text, at: 11)
    }

    private init?(year: Int, monthName: String, day: Int, time text: FixedColumns, at start: Int) {
        guard let month = Self.months.firstIndex(of: monthName), let hour = text.number(start..<start + 2),
            text[start + 2..<start + 3] == ":", let minute = text.number(start + 3..<start + 5),
            text[start + 5..<start + 6] == ":", let second = text.number(start + 6..<start + 8)
        else { return nil }
        self.init(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    private static func isShortWeekday(_ name: String) -> Bool { weekdays.contains { $0.prefix(3) == name } }
}

/// Text with fixed columns.
private struct FixedColumns {
    let bytes: [UInt8]

    var count: Int { bytes.count }

    /// The text of these columns, cut at the end of the text.
    subscript(columns: Range<Int>) -> String { String(decoding: bytes[columns.clamped(to: 0..<count)], as: UTF8.self) }

    /// The number in these columns; `nil` if they contain other characters than digits, or do not all exist.
    func number(_ columns: Range<Int>) -> Int? {
        let digits = bytes[columns.clamped(to: 0..<count)]
        guard digits.count == columns.count else { return nil }
        return FieldText.number(Substring(decoding: digits, as: UTF8.self).utf8)
    }
}
