package import Mosaic
package import WebVTT

/// What is written for media servers.
package struct MediaServerSettings: Hashable, Sendable {
    package var targets: [MediaServer.Target]
    /// Milliseconds from thumbnail to thumbnail, whole seconds; nil for Jellyfin's default, and for the others the
    /// storyboard's own cadence.
    package var interval: Timestamp?
    /// The thumbnails on a sheet for Jellyfin, which looks for the grid of its settings; nil for its default, 10x10.
    package var grid: TileGrid?
    /// Whether nothing is written.
    package var isDryRun = false

    /// What Jellyfin has unless its settings were changed.
    static let jellyfinInterval = Timestamp(milliseconds: 10_000)

    package init(_ targets: [MediaServer.Target]) { self.targets = targets }

    /// Columns and rows of a sheet for Jellyfin.
    var sheet: (columns: Int, rows: Int) { grid.map { ($0.columns, $0.rows) } ?? (10, 10) }
}
