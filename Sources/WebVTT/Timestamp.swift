/// A media time in whole milliseconds from media start.
///
/// A JSON number and a `Double` represent the range, 0...2^53, exactly; every initializer keeps to it.
public struct Timestamp: Hashable, Sendable {
    /// Milliseconds from media start, 0...2^53.
    public let milliseconds: Int64

    /// Creates a timestamp; a value outside 0...2^53 becomes the nearer end of that range.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, 0), Self.limit)
    }

    /// Rounds seconds to the nearest millisecond, halves away from zero, and clamps to 0...2^53 ms.
    ///
    /// NaN gives nil; infinities clamp.
    public init?(seconds: Double) {
        guard !seconds.isNaN else { return nil }
        // Clamped before the conversion to an integer, which traps if a number does not fit.
        let scaled = min(max(seconds * 1000, 0), Double(Self.limit))
        // Rounded by hand, because `rounded()` calls the C library's mathematics, which this module does not link.
        let whole = Int64(scaled)
        milliseconds = whole + (scaled - Double(whole) >= 0.5 ? 1 : 0)
    }

    /// The start of the media.
    public static var zero: Timestamp { Timestamp(milliseconds: 0) }

    /// The end of a last cue if the duration is unknown, 99:59:59.999.
    public static var openEnd: Timestamp { Timestamp(milliseconds: 359_999_999) }

    /// The maximum time, 2^53 ms.
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
    /// - Throws: `DecodingError.dataCorrupted` for a number outside 0...2^53 or with a fraction, other decoding errors
    ///   for anything but a number.
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

extension Timestamp {
    /// The notation of a time.
    public enum Grammar: Sendable {
        /// The WebVTT timestamp, `[h…h:]mm:ss.ttt`.
        ///
        /// [WebVTT: collect a WebVTT timestamp](https://www.w3.org/TR/webvtt1/#collect-a-webvtt-timestamp)
        case webVTT
        /// As written by a person: decimal seconds (`397`, `83.5`, `.7`), `m…m:ss[.f…f]` or `h…h:mm:ss[.f…f]`.
        ///
        /// Any number of fraction digits; they round to the nearest millisecond, halves up.
        case human
    }

    /// Reads a time that is the whole of `text`, without surrounding space or sign; nil for any other text.
    ///
    /// Digits are read as integers, never through a `Double`. A WebVTT timestamp beyond 2^53 ms is clamped, because its
    /// cue is valid. In the grammar ``Grammar/human``, a time beyond 2^53 ms is a mistake and gives nil.
    public init?(parsing text: some StringProtocol, grammar: Grammar = .webVTT) {
        var cursor = ByteCursor(Array(text.utf8)[...])
        let parsed =
            switch grammar {
            case .webVTT: cursor.takeTimestamp()
            case .human: cursor.takeHumanTime()
            }
        guard let parsed, cursor.isAtEnd else { return nil }
        self = parsed
    }
}

extension Timestamp: CustomStringConvertible {
    /// The time as `hh:mm:ss.ttt`, with more than two digits of hours if needed.
    public var description: String {
        var text: [UInt8] = []
        text.append(self)
        return String(decoding: text, as: UTF8.self)
    }
}

extension Timestamp {
    /// Seconds with three decimals, such as `83.500`.
    package var decimalSeconds: String {
        "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    }

    /// Seconds without trailing zeros, such as `83.5`.
    package var shortSeconds: String {
        var text = decimalSeconds
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}

extension [UInt8] {
    mutating func append(_ time: Timestamp) {
        let milliseconds = time.milliseconds
        append(decimal: milliseconds / 3_600_000, width: 2)
        append(UInt8(ascii: ":"))
        append(decimal: milliseconds / 60_000 % 60, width: 2)
        append(UInt8(ascii: ":"))
        append(decimal: milliseconds / 1000 % 60, width: 2)
        append(UInt8(ascii: "."))
        append(decimal: milliseconds % 1000, width: 3)
    }

    private mutating func append(decimal value: Int64, width: Int) {
        if value >= 10 || width > 1 { append(decimal: value / 10, width: width - 1) }
        append(0x30 + UInt8(value % 10))
    }
}

extension ByteCursor {
    /// Reads a WebVTT timestamp; hours may have any number of digits.
    package mutating func takeTimestamp() -> Timestamp? {
        if let usual = takeUsualTimestamp() { return usual }
        guard let first = takeNumber(), take(":"), let second = takeNumber(), second.digits == 2 else { return nil }
        var (hours, minutes, seconds) = (Int64(0), first.value, second.value)
        // If the first number cannot be minutes, it is hours, and seconds have to follow.
        if first.digits != 2 || first.value > 59 || peek == UInt8(ascii: ":") {
            guard take(":"), let third = takeNumber(), third.digits == 2 else { return nil }
            (hours, minutes, seconds) = (first.value, second.value, third.value)
        }
        guard take("."), let fraction = takeNumber(), fraction.digits == 3, minutes <= 59, seconds <= 59 else {
            return nil
        }
        // 2^40 hours exceed the maximum, and the product does not overflow.
        let wholeHours = min(hours, 1 << 40) * 3_600_000
        return Timestamp(milliseconds: wholeHours + minutes * 60_000 + seconds * 1000 + fraction.value)
    }

    /// Reads seconds, or two or three fields between colons, and a fraction of any length.
    mutating func takeHumanTime() -> Timestamp? {
        guard var seconds = peek == UInt8(ascii: ".") ? 0 : takeNumber()?.value else { return nil }
        for _ in 0..<2 where take(":") {
            // Only the first field may exceed 59, the others are remainders.
            guard let field = takeNumber(), field.digits == 2, field.value <= 59 else { return nil }
            seconds = min(seconds * 60 + field.value, Timestamp.limit)
        }
        var milliseconds = seconds * 1000
        if take(".") {
            guard let fraction = takeFraction() else { return nil }
            milliseconds += fraction
        }
        return milliseconds <= Timestamp.limit ? Timestamp(milliseconds: milliseconds) : nil
    }

    /// Reads one or more digits after a decimal point as milliseconds, 0...1000; nil without a digit.
    mutating func takeFraction() -> Int64? {
        guard let tenths = takeDigit() else { return nil }
        let hundredths = takeDigit() ?? 0
        let thousandths = takeDigit() ?? 0
        let roundsUp = (takeDigit() ?? 0) >= 5
        while takeDigit() != nil {}
        return tenths * 100 + hundredths * 10 + thousandths + (roundsUp ? 1 : 0)
    }
}
