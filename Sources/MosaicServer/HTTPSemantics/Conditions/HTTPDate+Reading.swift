extension HTTPDate {
    /// Parses the current form, and the two of older software.
    ///
    /// The day of the week has to be one, but need not be the right one. A year of two digits is the latest such year
    /// that does not lie more than 50 years after `now`.
    package init?(parsing text: String, now: HTTPDate) {
        let bytes = Array(FieldText.trimmed(Substring(text).utf8).prefix(Self.longest + 1))
        // Sunday, 06-Nov-94 08:49:37 GMT is the longest of the three with its longest day, Wednesday.
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
        let today = CivilDay(daysSince1970: now.daysSince1970)
        let lastDay = CivilDay(year: today.year + 50, month: today.month, day: today.day).daysSince1970
        let latest = HTTPDate(secondsSince1970: Int64(lastDay * 86_400 + now.secondOfDay))
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

    /// The text of these columns, as far as they exist.
    subscript(columns: Range<Int>) -> String { String(decoding: bytes[columns.clamped(to: 0..<count)], as: UTF8.self) }

    /// The number in these columns.
    func number(_ columns: Range<Int>) -> Int? {
        let digits = bytes[columns.clamped(to: 0..<count)]
        guard digits.count == columns.count else { return nil }
        return FieldText.number(Substring(decoding: digits, as: UTF8.self).utf8)
    }
}
