public import Foundation

/// What a store knows of an object without reading it.
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
