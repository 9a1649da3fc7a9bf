public import Foundation

/// The metadata of an object.
public struct ObjectStatus: Hashable, Sendable {
    /// Its key.
    public let key: ObjectKey
    /// Length in bytes.
    public let bytes: Int
    /// When it was last written.
    public let modified: Date
    /// Its version; `nil` if the store does not know it, or while the object could change without another version.
    public let version: ObjectVersion?

    /// Describes an object.
    public init(key: ObjectKey, bytes: Int, modified: Date, version: ObjectVersion? = nil) {
        self.key = key
        self.bytes = bytes
        self.modified = modified
        self.version = version
    }
}
