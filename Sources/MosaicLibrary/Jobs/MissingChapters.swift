import Mosaic

/// What is shown for an expected chapter whose screenshot has not arrived.
public enum MissingChapters: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: the tile before it stays shown.
    case absent
    /// A tile of neutral gray, until the screenshot comes.
    case placeholder
}
