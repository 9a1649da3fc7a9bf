import ImageHeaders
import ThumbnailFormats
import TiledJPEG
import WebVTT

extension Export {
    /// All tiles on one page.
    package static let contactSheet = Export(
        "contact-sheet", "a page with all tiles, their times and titles, for people", .none,
        document: "contact-sheet.svg", .svg
    ) { source in
        try source.requireJPEG(for: "contact-sheet")
        let member = source.storyboards.members[0]
        let shown = try ShownTiles(of: member.storyboard)
        return [
            ExportFile(
                "contact-sheet.svg", .svg, isImmutable: false,
                .made {
                    let storyboard = member.storyboard
                    var tiles: [(bytes: [UInt8], time: Timestamp, title: String?)] = []
                    for span in shown.spans {
                        let tile = storyboard.tiles[span.tile]
                        let bytes = try await source.sheets.tile(span.tile, of: member).encoded()
                        tiles.append((bytes, tile.time, tile.title))
                    }
                    return ContactSheet.svg(
                        title: storyboard.title ?? storyboard.id.rawValue, tiles: tiles, tile: storyboard.geometry.tile,
                        columns: storyboard.geometry.grid.columns)
                })
        ]
    }
}
