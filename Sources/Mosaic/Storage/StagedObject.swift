/// Bytes that a store keeps and that nobody sees yet.
public struct StagedObject: Hashable, Sendable {
    /// The key under which they will appear.
    public let key: ObjectKey
    /// What the store finds them by, such as a temporary name; means nothing to anybody else.
    public let handle: String

    /// Names staged bytes; for stores alone.
    public init(key: ObjectKey, handle: String) {
        self.key = key
        self.handle = handle
    }
}
