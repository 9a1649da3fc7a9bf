/// Identifies one version of an object or file; compared for equality only.
///
/// Two versions of a key are equal where neither its content nor its metadata was changed in between. A copy of the
/// same bytes may be another version.
public struct ObjectVersion: Hashable, Sendable {
    /// The version as text, in the form of its store.
    public let rawValue: String

    /// Takes a version; for stores and records.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The condition under which an object is published.
public enum PutCondition: Hashable, Sendable {
    /// No condition: an object of the key is replaced.
    case always
    /// No object has the key.
    case absent
    /// The object of the key has this version.
    case matches(ObjectVersion)
}
