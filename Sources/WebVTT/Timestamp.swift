/// A media time in whole milliseconds from media start.
///
/// The range, 0...2^53, is what a JSON number and a `Double` hold exactly; every initializer keeps to it.
public struct Timestamp: Hashable, Sendable {
    /// Milliseconds from media start, 0...2^53.
    public let milliseconds: Int64

    /// Makes a timestamp, moving a value outside 0...2^53 to the nearer end of that range.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, 0), Self.limit)
    }

    /// Rounds seconds to the nearest millisecond, halves away from zero, and clamps to 0...2^53 ms.
    ///
    /// NaN gives nil; infinities clamp.
    public init?(seconds: Double) {
        guard !seconds.isNaN else { return nil }
        // Clamped while still floating point: the conversion to an integer would trap on what does not fit.
        let scaled = min(max(seconds * 1000, 0), Double(Self.limit))
        // By hand, because `rounded()` calls the C library's mathematics, which nothing here links.
        let whole = Int64(scaled)
        milliseconds = whole + (scaled - Double(whole) >= 0.5 ? 1 : 0)
    }

    /// The start of the media.
    public static var zero: Timestamp { Timestamp(milliseconds: 0) }

    /// The end that a last cue gets when the duration is unknown, 99:59:59.999.
    public static var openEnd: Timestamp { Timestamp(milliseconds: 359_999_999) }

    /// The largest time there is, 2^53 ms.
    public static var latest: Timestamp { Timestamp(milliseconds: limit) }

    static var limit: Int64 { 1 << 53 }
}

extension Timestamp: Comparable {
    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Timestamp: Codable {
    /// Reads one integer of milliseconds.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a number outside 0...2^53, `DecodingError.typeMismatch` for
    ///   anything but a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(Int64.self)
        guard (0...Self.limit).contains(value) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(value) ms is outside 0...\(Self.limit).")
        }
        milliseconds = value
    }

    /// Writes one integer of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
