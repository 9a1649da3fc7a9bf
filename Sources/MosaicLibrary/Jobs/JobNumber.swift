import Mosaic

/// A job's number in the catalog: counted from 1, never reused.
public struct JobNumber: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// 1 or more.
    public let rawValue: Int64

    /// Makes a number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The number as text.
    public var description: String { String(rawValue) }
}
