/// Stored bytes that are not published yet.
public struct StagedObject: Hashable, Sendable {
    /// The key to publish them under.
    public let key: ObjectKey
    /// The store's own handle, such as a temporary name.
    public let handle: String

    /// Names staged bytes; for stores alone.
    public init(key: ObjectKey, handle: String) {
        self.key = key
        self.handle = handle
    }
}
