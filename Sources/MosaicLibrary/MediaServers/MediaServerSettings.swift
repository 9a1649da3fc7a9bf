package import Mosaic
package import WebVTT

/// Settings of thumbnails for media servers.
package struct MediaServerSettings: Hashable, Sendable {
    package var targets: [MediaServer.Target]
    /// Milliseconds from thumbnail to thumbnail, whole seconds; nil for ``jellyfinInterval``, and for the others the
    /// storyboard's own cadence.
    package var interval: Timestamp?
    /// The interval of Jellyfin's settings, for it where ``interval`` is nil.
    package var jellyfinInterval = Timestamp(milliseconds: 10_000)
    /// The thumbnails on a sheet for Jellyfin, which looks for the grid of its settings; nil for its default, 10x10.
    package var jellyfinGrid: TileGrid?
    /// The widths that Jellyfin takes: those of its settings. It ignores or deletes other ones.
    package var jellyfinWidths = [320]
    /// The paths of films on the servers, which may have them elsewhere.
    package var pathMaps: [PathMap] = []
    /// Whether nothing is written.
    package var isDryRun = false

    package init(_ targets: [MediaServer.Target]) { self.targets = targets }

    /// Columns and rows of a sheet for Jellyfin.
    var sheet: (columns: Int, rows: Int) { jellyfinGrid.map { ($0.columns, $0.rows) } ?? (10, 10) }
}
