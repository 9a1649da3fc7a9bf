import Mosaic
import Testing

struct CivilDayTests {
    @Test(
        arguments: [
            (0, 1970, 1, 1), (-1, 1969, 12, 31), (59, 1970, 3, 1), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1),
            (-719_162, 1, 1, 1), (2_932_896, 9999, 12, 31), (47_540, 2100, 2, 28), (47_541, 2100, 3, 1),
        ])
    func `known days`(days: Int, year: Int, month: Int, day: Int) {
        #expect(CivilDay(daysSince1970: days) == CivilDay(year: year, month: month, day: day))
        #expect(CivilDay(year: year, month: month, day: day).daysSince1970 == days)
    }

    @Test func `every day from the year 1 to 9999 follows the one before`() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var days = -719_162
        var wrong = 0
        for year in 1...9_999 {
            let isLeapYear = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for month in 1...12 {
                for day in 1...(lengths[month - 1] + (month == 2 && isLeapYear ? 1 : 0)) {
                    let known = CivilDay(year: year, month: month, day: day)
                    if CivilDay(daysSince1970: days) != known || known.daysSince1970 != days { wrong += 1 }
                    days += 1
                }
            }
        }
        #expect(wrong == 0)
        #expect(days == 2_932_897)
    }
}
