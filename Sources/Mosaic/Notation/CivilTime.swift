/// A second of the Gregorian calendar in UTC, without leap seconds.
package struct CivilTime: Hashable, Sendable {
    /// Seconds since 1970-01-01; negative before.
    package let secondsSince1970: Int64

    /// Creates a time in the year 1 or later.
    package init(secondsSince1970 seconds: Int64) { secondsSince1970 = seconds }

    /// Creates a time from a day in the years 1 to 9999 and a time of day; `nil` if either does not exist.
    ///
    /// A second of 60 counts as the next second.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let date = CivilDay(year: year, month: month, day: day)
        let days = date.daysSince1970
        guard CivilDay(daysSince1970: days) == date else { return nil }
        self.init(secondsSince1970: Int64(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    /// Whole days since 1970-01-01; negative before.
    package var daysSince1970: Int { Int((secondsSince1970 - (secondsSince1970 < 0 ? 86_399 : 0)) / 86_400) }

    /// The second of the day in UTC, 0...86 399.
    package var secondOfDay: Int { Int(secondsSince1970) - daysSince1970 * 86_400 }

    package var day: CivilDay { CivilDay(daysSince1970: daysSince1970) }

    /// Appends the time as in `1994-11-06T08:49:37`, which sorts in order of time.
    package func append(to bytes: inout [UInt8]) {
        let (day, second) = (day, secondOfDay)
        Self.append(day.year, digits: 4, "-", to: &bytes)
        Self.append(day.month, "-", to: &bytes)
        Self.append(day.day, "T", to: &bytes)
        Self.append(second / 3_600, ":", to: &bytes)
        Self.append(second / 60 % 60, ":", to: &bytes)
        Self.append(second % 60, to: &bytes)
    }

    /// `1994-11-06T08:49:37`.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a number's last digits, and a character after them.
    package static func append(_ number: Int, digits: Int = 2, _ end: Unicode.Scalar? = nil, to bytes: inout [UInt8]) {
        var unit = digits == 4 ? 1_000 : digits == 3 ? 100 : 10
        while unit > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
        if let end { bytes.append(UInt8(ascii: end)) }
    }
}
