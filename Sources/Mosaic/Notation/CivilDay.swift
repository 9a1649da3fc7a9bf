/// A day of the Gregorian calendar, in the year 1 or later.
package struct CivilDay: Hashable, Sendable {
    /// The year, 1 or more.
    package let year: Int
    /// The month, 1...12.
    package let month: Int
    /// The day of the month, 1...31.
    package let day: Int

    /// Creates a day without checking it. 29 February of a year without this day has the ``daysSince1970`` of 1 March.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is `days` days after 1970-01-01.
    package init(daysSince1970 days: Int) {
        // Years that begin in March end with the leap day, so that every month begins at a fixed day of its year.
        let fromMarch = days + Self.daysBefore1970
        let era = fromMarch / Self.daysInEra
        let dayOfEra = fromMarch % Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// Days after 1970-01-01; negative before.
    package var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let monthFromMarch = month <= 2 ? month + 9 : month - 3
        let leapDays = yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
        return yearFromMarch * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - Self.daysBefore1970
    }

    /// Days from 1 March of the year 0 to 1970-01-01.
    private static let daysBefore1970 = 719_468
    /// Days in 400 years, after which the calendar repeats.
    private static let daysInEra = 146_097
}
