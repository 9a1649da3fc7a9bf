package import Foundation
import Mosaic

/// A time in the format of signed requests: `20130524T000000Z`.
package struct AmazonDate: Hashable, Sendable {
    package let text: String
    /// The date, such as `20130524`.
    package var day: String { String(text.prefix(8)) }

    /// Creates the text of a time, rounded down to seconds.
    package init(_ date: Date) {
        let time = CivilTime(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
        text = time.text.filter { $0 != "-" && $0 != ":" } + "Z"
    }
}

/// Parses times in the responses of servers.
enum ServerDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses `2009-10-12T17:50:30.000Z`, with or without the fraction; nil for any other text.
    static func iso8601(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 40, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            bytes.last == UInt8(ascii: "Z"), let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]),
            let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        let fraction = bytes[19..<bytes.count - 1]
        guard !fraction.isEmpty else { return Date(timeIntervalSince1970: TimeInterval(time.secondsSince1970)) }
        guard fraction.first == UInt8(ascii: "."), fraction.count <= 10, let value = number(fraction.dropFirst()) else {
            return nil
        }
        var part = Double(value)
        for _ in fraction.dropFirst() { part /= 10 }
        return Date(timeIntervalSince1970: TimeInterval(time.secondsSince1970) + part)
    }

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`; nil for any other text. See [RFC 9110,
    /// 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7).
    static func http(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
            let day = number(parts[1].utf8), let year = number(parts[3].utf8)
        else { return nil }
        let clock = parts[4].split(separator: ":").map { number($0.utf8) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            let time = CivilTime(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(time.secondsSince1970))
    }

    /// A time for people: `2009-10-12 17:50:30 UTC`.
    static func text(of date: Date) -> String {
        let time = CivilTime(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
        return time.text.replacing("T", with: " ") + " UTC"
    }

    /// Parses a number of one to nine digits.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
