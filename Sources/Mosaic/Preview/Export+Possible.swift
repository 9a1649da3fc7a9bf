extension Export {
    /// Whether a storyboard has what the format needs, as far as its record tells: JPEG sheets where tiles are moved, and
    /// chapters where these are written.
    package func isPossible(for storyboard: Storyboard) -> Bool {
        if self == .chapters { return storyboard.tiles.contains { $0.chapter != nil || $0.title != nil } }
        return !movesTiles || storyboard.encoding.format == .jpeg
    }
}
