import ArgumentParser

/// Widths of tiles: that of the storyboard itself, then those of further ones.
struct TileWidths: Hashable, ExpressibleByArgument {
    let own: Int
    let further: [Int]

    /// Reads `160` or `160,320,480`; their limits are checked with all other settings.
    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let widths = numbers.compactMap(\.self)
        guard let first = widths.first, widths.count == numbers.count else { return nil }
        own = first
        further = Array(widths.dropFirst())
    }
}
