import TiledJPEG

/// Picks the picture size whose aspect ratio most screenshots share.
enum AspectMajority {
    /// The first size of the most frequent exact ratio; the earlier ratio wins a tie. Nil without sizes.
    static func size(among sizes: [PixelSize]) -> PixelSize? {
        if isUnanimous(sizes) { return sizes.first }
        var votes: [PixelSize: (count: Int, first: Int)] = [:]
        for (position, size) in sizes.enumerated() {
            votes[ratio(of: size), default: (0, position)].count += 1
        }
        let winner = votes.values.max { ($0.count, -$0.first) < ($1.count, -$1.first) }
        return winner.map { sizes[$0.first] }
    }

    /// Whether all sizes have the same exact ratio.
    static func isUnanimous(_ sizes: [PixelSize]) -> Bool {
        guard let first = sizes.first.map(ratio) else { return true }
        return sizes.allSatisfy { ratio(of: $0) == first }
    }

    private static func ratio(of size: PixelSize) -> PixelSize {
        var (divisor, rest) = (size.width, size.height)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return PixelSize(width: size.width / max(1, divisor), height: size.height / max(1, divisor))
    }
}
