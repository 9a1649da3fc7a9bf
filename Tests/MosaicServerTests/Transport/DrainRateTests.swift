import NIOCore
import Testing

@testable import MosaicServer

struct DrainRateTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func pace(slowest: Int) -> DrainRate {
        var pace = DrainRate(timeout: .seconds(30), slowest: slowest)
        pace.begin(at: 500, now: start)
        return pace
    }

    @Test func `a few bytes now and then are not enough`() {
        var pace = pace(slowest: 1_024)
        #expect(pace.deadline == start + .seconds(30))
        let look1 = pace.isEnough(500, now: start + .seconds(29))
        #expect(look1, "it has time until then")
        var other = pace
        let look2 = pace.isEnough(500 + 30_719, now: start + .seconds(30))
        #expect(!look2)
        let look3 = other.isEnough(500 + 30_720, now: start + .seconds(30))
        #expect(look3)
        #expect(other.deadline == start + .seconds(60))
        let look4 = other.isEnough(500 + 2 * 30_720 - 1, now: start + .seconds(60))
        #expect(!look4)
    }

    @Test func `a client that has read everything starts a new period`() {
        var pace = pace(slowest: 1_024)
        pace.begin(at: 700, now: start + .seconds(29))
        let look5 = pace.isEnough(700, now: start + .seconds(58))
        #expect(look5)
        let look6 = pace.isEnough(700, now: start + .seconds(59))
        #expect(!look6)
    }

    @Test func `where no pace is asked for, nothing at all is too little`() {
        var pace = pace(slowest: 0)
        let look7 = pace.isEnough(501, now: start + .seconds(30))
        #expect(look7)
        let look8 = pace.isEnough(501, now: start + .seconds(60))
        #expect(!look8)
    }

    @Test func `no pace is too fast to be asked for`() {
        var pace = pace(slowest: .max)
        let look9 = pace.isEnough(.max, now: start + .seconds(30))
        #expect(!look9)
    }
}
