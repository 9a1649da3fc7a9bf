import Mosaic

/// What a catalog calls a job: counted from 1, never used again.
public struct JobNumber: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// 1 or more.
    public let rawValue: Int64

    /// Takes a number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The number as text.
    public var description: String { String(rawValue) }
}
