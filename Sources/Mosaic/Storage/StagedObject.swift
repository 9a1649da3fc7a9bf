/// Stored bytes that are not published yet.
public struct StagedObject: Hashable, Sendable {
    /// The key to publish them under.
    public let key: ObjectKey
    /// The store's own handle, such as a temporary name.
    public let handle: String
    /// The condition under which the bytes are published.
    public var condition = PutCondition.always

    /// Creates a reference to staged bytes; for stores only.
    public init(key: ObjectKey, handle: String) {
        self.key = key
        self.handle = handle
    }

    /// The same bytes under a condition.
    package func published(if condition: PutCondition) -> StagedObject {
        var object = self
        object.condition = condition
        return object
    }
}
