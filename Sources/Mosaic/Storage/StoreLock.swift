/// Excludes other writers while it lives.
public final class StoreLock: Sendable {
    private let held: any Sendable

    /// Wraps a value whose end releases the lock.
    public init(holding held: any Sendable) { self.held = held }
}
