import Foundation
import Mosaic

/// The time of an event, in milliseconds.
struct LogTime: Hashable, Sendable {
    /// Seconds since 1970, without leap seconds.
    let second: HTTPDate
    /// 0...999, of the second.
    let millisecond: Int

    /// Clamps times to years of four digits.
    init(millisecondsSince1970 milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        second = HTTPDate(secondsSince1970: rest < 0 ? seconds - 1 : seconds)
        millisecond = Int(rest < 0 ? rest + 1_000 : rest)
    }

    static var now: LogTime {
        LogTime(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)))
    }

    /// Appends the time as in `1994-11-06T08:49:37.250Z`, which sorts in order of time.
    ///
    /// See [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339).
    func append(to bytes: inout [UInt8]) {
        let (day, second) = (second.time.day, second.time.secondOfDay)
        Self.append(day.year, digits: 4, "-", to: &bytes)
        Self.append(day.month, digits: 2, "-", to: &bytes)
        Self.append(day.day, digits: 2, "T", to: &bytes)
        Self.append(second / 3_600, digits: 2, ":", to: &bytes)
        Self.append(second / 60 % 60, digits: 2, ":", to: &bytes)
        Self.append(second % 60, digits: 2, ".", to: &bytes)
        Self.append(millisecond, digits: 3, "Z", to: &bytes)
    }

    private static func append(_ number: Int, digits: Int, _ end: Unicode.Scalar, to bytes: inout [UInt8]) {
        var unit = digits == 4 ? 1_000 : digits == 3 ? 100 : 10
        while unit > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
        bytes.append(UInt8(ascii: end))
    }
}
