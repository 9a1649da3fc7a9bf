import TiledJPEG
import WebVTT

extension PreviewPage {
    /// The page of a storyboard; it lies beside the sheets.
    ///
    /// - Parameters:
    ///   - sheetQuery: The query behind the URLs of sheets, with its question mark; empty for none.
    ///   - film: The film's URL; nil for a page without it.
    ///   - exports: Formats of other players that are there, besides the track.
    package init(_ storyboard: Storyboard, sheetQuery: String = "", film: String? = nil, exports: [Export] = []) {
        let sheets = storyboard.sheets.map {
            Sheet(url: $0.name.rawValue + sheetQuery, width: $0.size.width, height: $0.size.height)
        }
        let tiles = storyboard.tiles.map { tile in
            Tile(
                start: tile.start.milliseconds, end: tile.end?.milliseconds, sheet: sheets[tile.sheet], x: tile.rect.x,
                y: tile.rect.y, width: tile.rect.width, height: tile.rect.height,
                title: tile.title ?? tile.chapter.map { "Chapter \($0)" })
        }
        self.init(
            title: storyboard.title ?? storyboard.id.rawValue, tiles: tiles, film: film,
            documents: [.track(sheetQuery)] + exports.map { .export($0, sheetQuery) })
    }
}
