package import WebVTT

/// The track's tiles at a fixed cadence, for formats that know no other times.
///
/// Step k shows, from k times the cadence on, the tile that the track shows at that time. A player that computes the
/// step by division therefore shows a tile late by less than a step, and never one of a later time.
package struct Resampling: Hashable, Sendable {
    /// Milliseconds from step to step, 1 or more.
    package let cadence: Timestamp
    /// The tile of each step, by its position in the storyboard; 1 or more steps.
    package let tiles: [Int]
    /// The largest number of milliseconds for which a tile is shown after the track shows the next one; 0 where
    /// every tile is shown at its times. A first tile that is shown too early does not count.
    package let largestError: Int64
    /// Whether each tile of the track has exactly one step, in order, so that the published sheets can be used.
    package let isNatural: Bool

    /// The most steps that are made: 278 hours at a second.
    package static let mostSteps = 1_000_000
    /// The shortest cadence that is chosen for irregular times.
    private static let shortest: Int64 = 1_000
    /// The number of cadences compared for irregular times.
    private static let candidates: Int64 = 32

    /// Resamples at a cadence; nil takes that of the times where they have one, else the one with the smallest error.
    ///
    /// Irregular times take at most twice as many steps as tiles, or 200.
    /// - Throws: `invalidSettings` for a cadence below 1 ms, `limitExceeded` for more than ``mostSteps``.
    package init(_ shown: ShownTiles, cadence: Timestamp? = nil) throws {
        let spans = shown.fromZero
        let end = shown.end.milliseconds
        let chosen = cadence?.milliseconds ?? Self.natural(spans) ?? Self.best(spans, end: end)
        guard chosen >= 1 else {
            throw MosaicError(.invalidSettings, "cadence", "A cadence of \(chosen) ms is not possible; 1 is the least.")
        }
        let count = (end + chosen - 1) / chosen
        guard count <= Self.mostSteps else {
            throw MosaicError(
                .limitExceeded, "cadence",
                "A cadence of \(chosen) ms makes \(count) steps, and \(Self.mostSteps) are the most.")
        }
        var tiles: [Int] = []
        tiles.reserveCapacity(Int(count))
        var position = 0
        for step in 0..<count {
            let time = step * chosen
            while position + 1 < spans.count, spans[position + 1].start.milliseconds <= time { position += 1 }
            tiles.append(spans[position].tile)
        }
        self.cadence = Timestamp(milliseconds: chosen)
        self.tiles = tiles
        largestError = Self.error(of: spans, cadence: chosen, end: end)
        isNatural = tiles.elementsEqual(spans.lazy.map(\.tile))
    }

    /// The cadence of regular times: every tile begins one step after the one before it.
    private static func natural(_ spans: [ShownTiles.Span]) -> Int64? {
        guard spans.count > 1 else { return spans.first.map { $0.end.milliseconds } }
        let cadence = spans[1].start.milliseconds
        for (number, span) in spans.enumerated() where span.start.milliseconds != Int64(number) * cadence { return nil }
        // A last tile of several steps would be repeated.
        return (spans.last.map { $0.end.milliseconds - $0.start.milliseconds } ?? 0) <= cadence ? cadence : nil
    }

    /// The cadence with the smallest error of those that make few steps.
    private static func best(_ spans: [ShownTiles.Span], end: Int64) -> Int64 {
        let most = min(Int64(max(200, 2 * spans.count)), Int64(mostSteps))
        let least = (max(shortest, (end + most - 1) / most) + 999) / 1_000 * 1_000
        let divisor = spans.dropFirst().reduce(Int64(0)) { commonDivisor($0, $1.start.milliseconds) }
        // Every start is on a step of a cadence that divides all of them.
        if divisor >= least { return divisor }
        let others = (0..<candidates).map { least + $0 * 1_000 }.filter { $0 < 2 * least }
        let errors = others.map { (error(of: spans, cadence: $0, end: end), $0) }
        return errors.min { $0 < $1 }?.1 ?? least
    }

    /// The longest time, in milliseconds, for which a step shows a tile after its end.
    private static func error(of spans: [ShownTiles.Span], cadence: Int64, end: Int64) -> Int64 {
        var largest: Int64 = 0
        for span in spans.dropLast() {
            let time = span.end.milliseconds
            let late = (time + cadence - 1) / cadence * cadence - time
            // Of several tiles that end within a step, the step shows the first.
            guard (span.start.milliseconds + cadence - 1) / cadence * cadence < time else { continue }
            largest = max(largest, min(late, end - time))
        }
        return largest
    }

    private static func commonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }
}
