import Mosaic
import Testing

struct CivilTimeTests {
    @Test(
        arguments: [
            (0, 1970, 1, 1, 0), (-1, 1969, 12, 31, 86_399), (951_782_399, 2000, 2, 28, 86_399),
            (951_782_400, 2000, 2, 29, 0), (4_107_542_399, 2100, 2, 28, 86_399),
        ] as [(Int64, Int, Int, Int, Int)])
    func `a second has a day and a time of day`(seconds: Int64, year: Int, month: Int, day: Int, rest: Int) {
        let time = CivilTime(secondsSince1970: seconds)
        #expect(time.day == CivilDay(year: year, month: month, day: day) && time.secondOfDay == rest)
        let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
        #expect(CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second) == time)
    }

    @Test(arguments: [
        (2026, 2, 29), (2026, 4, 31), (2100, 2, 29), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
        (0, 1, 1),
        (10_000, 1, 1),
    ])
    func `a day that does not exist is refused`(year: Int, month: Int, day: Int) {
        #expect(CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) == nil)
    }
}
