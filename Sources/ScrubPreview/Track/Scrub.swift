/// The direction of a scrub, derived from the requested tiles.
struct Scrub: Sendable {
    private var last: Int?

    /// Takes the number of the next tile.
    ///
    /// - Returns: 1 towards the end, -1 towards the start, nil for the first tile and for the same one again.
    mutating func move(to tile: Int) -> Int? {
        defer { last = tile }
        guard let last, last != tile else { return nil }
        return tile > last ? 1 : -1
    }
}
