/// Keeps others from writing while it lives.
public final class StoreLock: Sendable {
    private let held: any Sendable

    /// Wraps whatever is given up when it goes out of memory.
    public init(holding held: any Sendable) { self.held = held }
}
