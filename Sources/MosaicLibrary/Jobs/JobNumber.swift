import Mosaic

/// What a catalog calls a job: counted from 1, never used again.
public struct JobNumber: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 1 or more.
    public let rawValue: Int64

    /// Takes a number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Reads the number alone.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the number alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The number as text.
    public var description: String { String(rawValue) }
}
