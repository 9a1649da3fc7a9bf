import Foundation
import Seeded
import Testing

@testable import MosaicServer

struct LogTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (784_111_777_250, "1994-11-06T08:49:37.250Z"),
        (951_782_400_009, "2000-02-29T00:00:00.009Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (Int64.max, "9999-12-31T23:59:59.807Z"), (Int64.min, "0001-01-01T00:00:00.192Z"),
    ])
    func `a time is written to the millisecond`(milliseconds: Int64, text: String) {
        #expect(Self.text(milliseconds) == text)
    }

    @Test func `times are written as Foundation writes them`() {
        var random = SeededGenerator(seed: 6)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for _ in 0..<500 {
            // Halves and quarters, so that a floating point number holds what is written.
            let quarters = Int64.random(in: 0..<4_000_000_000 * 4, using: &random)
            #expect(Self.text(quarters * 250) == Date(timeIntervalSince1970: Double(quarters) / 4).formatted(style))
        }
    }

    @Test func `now is now`() {
        let before = HTTPDate.now
        let time = LogTime.now
        #expect((before...HTTPDate.now).contains(time.second) && (0...999).contains(time.millisecond))
    }

    private static func text(_ milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        LogTime(millisecondsSince1970: milliseconds).append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
