import PlayerFormats
import TiledJPEG
import WebVTT

extension Export {
    /// All tiles on one page.
    package static let contactSheet = Export(
        "contact-sheet", "a page with all tiles, their times and titles, for people", .none,
        document: "contact-sheet.svg", .svg, statesEnd: false
    ) { source in
        let member = source.storyboards.members[0]
        let shown = try ShownTiles(of: member.storyboard)
        return [
            ExportFile(
                "contact-sheet.svg", .svg, isImmutable: false,
                .made {
                    let storyboard = member.storyboard
                    var gathered = GatheredPictures(of: member, in: source)
                    for span in shown.spans {
                        try await gathered.append(span.tile, at: storyboard.tiles[span.tile].time)
                    }
                    let tiles = zip(gathered.pictures, shown.spans).map { picture, span in
                        (bytes: picture.bytes, time: picture.time, title: storyboard.tiles[span.tile].title)
                    }
                    return ContactSheet.svg(
                        title: storyboard.title ?? storyboard.id.rawValue, tiles: tiles, tile: storyboard.geometry.tile,
                        columns: storyboard.geometry.grid.columns)
                })
        ]
    }
}
