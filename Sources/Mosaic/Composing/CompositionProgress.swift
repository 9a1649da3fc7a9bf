/// How far a composition is.
public struct CompositionProgress: Hashable, Sendable {
    /// Screenshots that became tiles or failed to.
    public let completed: Int
    /// Screenshots in all.
    public let total: Int
}
