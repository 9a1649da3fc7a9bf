public import Foundation

/// An object that is open: what is read of it are the bytes of one version, also where another one takes its key
/// meanwhile or it is removed.
public struct OpenObject: Sendable {
    /// Length in bytes.
    public let bytes: Int
    /// When it was last written.
    public let modified: Date
    /// Tells it from other versions under its key; compared for equality only.
    public let version: String
    private let part: @Sendable (Range<Int>) async throws -> [UInt8]

    /// Describes an object; for stores alone.
    ///
    /// - Parameter part: Reads as much of a range as there is.
    public init(
        bytes: Int, modified: Date, version: String, part: @escaping @Sendable (Range<Int>) async throws -> [UInt8]
    ) {
        self.bytes = bytes
        self.modified = modified
        self.version = version
        self.part = part
    }

    /// Reads part of it, as much of `range` as there is; no more memory is taken than for that.
    ///
    /// - Throws: `unavailable`.
    public func read(_ range: Range<Int>) async throws -> [UInt8] { try await part(range) }
}
