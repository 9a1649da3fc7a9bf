public import Foundation

/// Identifies one version of an object or file; compared for equality only.
///
/// Two versions of a key are equal if neither its content nor its metadata was changed in between. A copy of the same
/// bytes may be another version.
public struct ObjectVersion: Hashable, Sendable {
    /// The version as text, in the form of its store.
    public let rawValue: String

    /// Creates a version from a store's text; for stores and records.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The condition under which an object is published.
public enum PutCondition: Hashable, Sendable {
    /// No condition: an object with the key is replaced.
    case always
    /// No object has the key.
    case absent
    /// The object with the key has this version.
    case matches(ObjectVersion)
}

/// The metadata of an object.
public struct ObjectStatus: Hashable, Sendable {
    /// The object's key.
    public let key: ObjectKey
    /// Length in bytes.
    public let bytes: Int
    /// Time of the last write.
    public let modified: Date
    /// The object's version; `nil` if the store does not know it, or while the object could change without another
    /// version.
    public let version: ObjectVersion?

    /// Creates the metadata of an object.
    public init(key: ObjectKey, bytes: Int, modified: Date, version: ObjectVersion? = nil) {
        self.key = key
        self.bytes = bytes
        self.modified = modified
        self.version = version
    }
}

/// An open object: all reads are of one version, even if the object is replaced or removed meanwhile.
public struct OpenObject: Sendable {
    /// Length in bytes.
    public let bytes: Int
    /// Time of the last write.
    public let modified: Date
    /// Differs between versions of the key, even while ``ObjectStatus/version`` is unknown; servers use it as entity
    /// tag.
    public let tag: String
    private let part: @Sendable (Range<Int>) async throws -> [UInt8]

    /// Creates an open object; for stores. `part` reads the part of the object within a range.
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
