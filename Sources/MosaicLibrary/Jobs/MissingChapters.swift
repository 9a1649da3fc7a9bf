import Mosaic

/// What stands for an expected chapter whose screenshot has not arrived.
public enum MissingChapters: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: the tile before is shown on.
    case absent
    /// A tile of neutral gray, until the screenshot comes.
    case placeholder
}
