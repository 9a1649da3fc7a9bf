/// Progress of a composition.
public struct CompositionProgress: Hashable, Sendable {
    /// Screenshots that are done, decoded or failed.
    public let completed: Int
    /// Screenshots in all.
    public let total: Int
}
