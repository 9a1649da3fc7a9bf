public import WebVTT

/// A place in a film: a time, or a part of its length.
public enum FilmPosition: Hashable, Sendable {
    /// A time from the start.
    case time(Timestamp)
    /// Thousandths of a per cent of the length, 0 to 100 000.
    case part(Int64)

    /// The place in a film of `length` milliseconds.
    func milliseconds(of length: Int64) -> Int64 {
        switch self {
        case .time(let time): return time.milliseconds
        case .part(let part):
            let (whole, rest) = length.quotientAndRemainder(dividingBy: 100_000)
            return whole * part + rest * part / 100_000
        }
    }

    /// The place as text, with its time in milliseconds if it is a part: `90% (00:01:48.000)`.
    func text(at milliseconds: Int64) -> String {
        let time = "\(Timestamp(milliseconds: milliseconds))"
        guard case .part(let part) = self else { return time }
        return "\(FilmTimes.decimalSeconds(part))% (\(time))"
    }

    /// Parses `25%` or `12.5%`; `nil` for anything else.
    package init?(percent text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{1,3}(?:\.[0-9]{1,3})?)%/), let number = Double(match.1),
            number <= 100
        else { return nil }
        self = .part(Int64((number * 1_000).rounded()))
    }
}

extension FilmPosition: Codable {
    private enum CodingKeys: String, CodingKey {
        case time = "time_ms"
        case part = "percent_thousandths"
    }

    /// Reads one of the two keys.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let part = try container.decodeIfPresent(Int64.self, forKey: .part) {
            guard (0...100_000).contains(part) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .part, in: container, debugDescription: "It is not within 0...100000.")
            }
            self = .part(part)
        } else {
            self = .time(try container.decode(Timestamp.self, forKey: .time))
        }
    }

    /// Writes one of the two keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .time(let time): try container.encode(time, forKey: .time)
        case .part(let part): try container.encode(part, forKey: .part)
        }
    }
}
