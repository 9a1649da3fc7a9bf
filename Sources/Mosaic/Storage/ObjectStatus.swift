public import Foundation

/// The metadata of an object.
public struct ObjectStatus: Hashable, Sendable {
    /// Its key.
    public let key: ObjectKey
    /// Length in bytes.
    public let bytes: Int
    /// When it was last written.
    public let modified: Date

    /// Describes an object.
    public init(key: ObjectKey, bytes: Int, modified: Date) {
        self.key = key
        self.bytes = bytes
        self.modified = modified
    }
}
