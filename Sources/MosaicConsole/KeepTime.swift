import ArgumentParser

/// A length of wall-clock time: a number of seconds, or one with `s`, `m`, `h` or `d` behind it.
package struct KeepTime: ExpressibleByArgument, CustomStringConvertible {
    package static let day = KeepTime(seconds: 86_400)

    package let seconds: Int

    package init(seconds: Int) { self.seconds = seconds }

    package init?(argument: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let unit = argument.last.flatMap { units[$0] }
        guard let count = Int(unit == nil ? argument[...] : argument.dropLast()), count >= 0,
            count <= 100 * 365 * 86_400 / (unit ?? 1)
        else { return nil }
        seconds = count * (unit ?? 1)
    }

    package var description: String {
        if seconds > 0, seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
        return seconds > 60 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}
