/// A number of bytes for people: `10.0 MB`, where a MB has 1024 KB and a KB 1024 bytes.
package struct ReadableSize: Hashable, Sendable {
    private static let units = ["KB", "MB", "GB", "TB", "PB", "EB"]

    /// The number in tenths of the unit.
    private let tenths: Int
    private let unit: String

    /// Takes a number of bytes; less than 0 is 0.
    package init(bytes: Int) {
        let bytes = max(0, bytes)
        guard bytes >= 1_024 else {
            (tenths, unit) = (bytes * 10, "B")
            return
        }
        var position = 0
        var size = Double(bytes) / 1_024
        // What would be rounded to 1024.0 is 1.0 of the next unit.
        while size >= 1_023.95, position < Self.units.count - 1 {
            size /= 1_024
            position += 1
        }
        tenths = Int((size * 10).rounded())
        unit = Self.units[position]
    }

    /// With one digit behind the point, but for bytes: `10.0 MB`, `512 B`.
    package var withFraction: String {
        unit == "B" ? "\(tenths / 10) B" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Whole numbers from 10 up: `150 MB`, `1.5 GB`, `10 MB`.
    package var rounded: String { tenths < 100 ? withFraction : "\((tenths + 5) / 10) \(unit)" }
}

/// The time since something, for people: `2 hours ago`.
package struct ReadableAge: Hashable, Sendable {
    private static let units = [
        (365 * 86_400, "year"), (30 * 86_400, "month"), (7 * 86_400, "week"), (86_400, "day"), (3_600, "hour"),
        (60, "minute"),
    ]

    /// The age in whole units, rounded down.
    package let text: String

    /// Takes an age in seconds; less than a minute is `just now`, and so is a time to come.
    package init(seconds: Double) {
        let seconds = Int(min(max(0, seconds), 1e15))
        guard let (length, unit) = Self.units.first(where: { seconds >= $0.0 }) else {
            text = "just now"
            return
        }
        let count = seconds / length
        text = "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
}
