public import ArgumentParser
import Foundation
public import WebVTT

/// A duration: a number of seconds, a number followed by `s`, `m`, `h` or `d`, or a time with colons, such as `1:30`.
package struct RetentionArgument: ExpressibleByArgument, CustomStringConvertible {
    package static let day = RetentionArgument(seconds: 86_400)
    /// The syntax of a duration, for help texts.
    package static let form = "90, 90s, 5m, 1:30, 12h or 7d"

    /// The duration in milliseconds; 0 to 100 years for an argument.
    package let milliseconds: Int

    /// Creates a duration of some seconds, clamped to the range of `milliseconds`.
    package init(seconds: Int) {
        let limit = Int.max / 1_000 - 1
        milliseconds = min(max(seconds, -limit), limit) * 1_000
    }

    package init?(argument: String) {
        if argument.contains(":"), let time = Timestamp(parsing: argument, grammar: .human) {
            guard time.milliseconds <= 100 * 365 * 86_400_000 else { return nil }
            milliseconds = Int(time.milliseconds)
            return
        }
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let unit = argument.last.flatMap { units[$0] }
        let number = unit == nil ? argument[...] : argument.dropLast()
        // Double alone would also accept infinities, exponents and hexadecimal digits.
        guard number.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil, let count = Double(number) else { return nil }
        let seconds = count * (unit ?? 1)
        guard seconds <= 100 * 365 * 86_400 else { return nil }
        milliseconds = Int((seconds * 1_000).rounded())
    }

    /// The duration in whole seconds, rounded up.
    package var seconds: Int { milliseconds / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0) }

    package var description: String {
        if milliseconds % 1_000 != 0 { return String(format: "%.3fs", Double(milliseconds) / 1_000) }
        if seconds > 0, seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
        return seconds > 60 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}

extension Timestamp: ExpressibleByArgument {
    /// Parses seconds, a number followed by `s`, `m`, `h` or `d`, or a time with colons, such as `1:02:03.5`.
    public init?(argument: String) {
        if let time = Timestamp(parsing: argument, grammar: .human) {
            self = time
        } else {
            guard let length = RetentionArgument(argument: argument) else { return nil }
            self.init(milliseconds: Int64(length.milliseconds))
        }
    }
}
