package import Foundation
import Mosaic

/// A time as requests carry it: `20130524T000000Z`.
package struct AmazonDate: Hashable, Sendable {
    /// The whole time.
    package let text: String
    /// The day alone.
    package var day: String { String(text.prefix(8)) }

    /// Rounds down to seconds.
    package init(_ date: Date) {
        let time = CivilTime(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
        let (day, second) = (time.day, time.secondOfDay)
        func padded(_ value: Int, _ count: Int = 2) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        text =
            padded(day.year, 4) + padded(day.month) + padded(day.day) + "T" + padded(second / 3_600)
            + padded(second / 60 % 60) + padded(second % 60) + "Z"
    }
}
