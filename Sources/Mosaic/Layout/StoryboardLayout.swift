package import TiledJPEG
package import WebVTT

/// The place and the time span of every tile of a storyboard, computed from times and sizes alone.
///
/// Tiles fill a sheet row by row, and the sheets one after the other. Tile i is shown until tile i+1 begins.
package struct StoryboardLayout: Hashable, Sendable {
    /// The place and the time span of one tile.
    package struct Placement: Hashable, Sendable {
        /// Index of the sheet, from 0.
        package let sheet: Int
        /// The visible rectangle on that sheet, in pixels.
        package let rect: PixelRect
        /// The playback time from which the tile is shown.
        package let start: Timestamp
        /// The playback time at which the next tile begins; nil for a last tile whose end is unknown.
        package let end: Timestamp?
    }

    /// One placement for each time, in the same order.
    package let placements: [Placement]
    /// The number of tiles on each sheet; only the last sheet may hold fewer than the grid.
    package let tilesOnSheet: [Int]
    /// Sizes shared by all sheets.
    package let geometry: TileGeometry

    /// Lays out tiles.
    ///
    /// - Parameters:
    ///   - times: The time of each tile, in ascending order.
    ///   - geometry: Tile, cell and grid.
    ///   - duration: Length of the film; later than the last time. Nil if it is not known.
    ///   - startsAtZero: Whether the first tile is shown from 0 on instead of from its own time.
    /// - Throws: `invalidSettings` if the film ends before its last screenshot.
    package init(times: [Timestamp], geometry: TileGeometry, duration: Timestamp?, startsAtZero: Bool) throws {
        if let duration, let last = times.last, duration <= last {
            throw MosaicError(
                .invalidSettings, "duration", "The duration \(duration) is not after the last screenshot at \(last).")
        }
        let capacity = geometry.grid.count
        placements = times.indices.map { index in
            let cell = index % capacity
            return Placement(
                sheet: index / capacity,
                rect: PixelRect(
                    x: cell % geometry.grid.columns * geometry.cell.width,
                    y: cell / geometry.grid.columns * geometry.cell.height,
                    width: geometry.tile.width, height: geometry.tile.height),
                start: index == 0 && startsAtZero ? Timestamp(milliseconds: 0) : times[index],
                end: index + 1 < times.count ? times[index + 1] : duration)
        }
        tilesOnSheet = stride(from: 0, to: times.count, by: capacity).map { min(capacity, times.count - $0) }
        self.geometry = geometry
    }

    /// Positions of the tiles on `sheet`.
    package func tiles(onSheet sheet: Int) -> Range<Int> {
        let first = sheet * geometry.grid.count
        return first..<first + tilesOnSheet[sheet]
    }
}
