public import Foundation

/// An open object: all reads are of one version, also where the object is replaced or removed meanwhile.
public struct OpenObject: Sendable {
    /// Length in bytes.
    public let bytes: Int
    /// When it was last written.
    public let modified: Date
    /// Differs between versions of the key, also while ``ObjectStatus/version`` is unknown; the entity tag of answers.
    public let tag: String
    private let part: @Sendable (Range<Int>) async throws -> [UInt8]

    /// Makes an open object; for stores. `part` reads the part of the object within a range.
    public init(
        bytes: Int, modified: Date, tag: String, part: @escaping @Sendable (Range<Int>) async throws -> [UInt8]
    ) {
        self.bytes = bytes
        self.modified = modified
        self.tag = tag
        self.part = part
    }

    /// Reads the part of the object within `range`, and allocates memory for that only.
    ///
    /// - Throws: `unavailable`.
    public func read(_ range: Range<Int>) async throws -> [UInt8] { try await part(range) }
}
