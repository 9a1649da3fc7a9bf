import Mosaic
import MosaicLibrary
import WebVTT

extension TileDocument {
    /// A tile of a storyboard, with its URLs on this server.
    ///
    /// - Parameters:
    ///   - base: The prefix of the storyboard's URLs.
    ///   - sheets: The URLs of its sheets.
    ///   - tileName: The tile as a separate image; nil if it cannot be cut out.
    ///   - links: Signs the URLs of sheet and tile; nil if access is public.
    init(
        _ index: Int, of storyboard: Storyboard, policy: LookupPolicy, base: String, sheets: FileURLs,
        tileName: TileName?, links: IssuedLinks?
    ) {
        let tile = storyboard.tiles[index]
        func query(_ picture: String) -> String { links.map { "?" + $0.toPicture(picture).query } ?? "" }
        let sheetName = storyboard.sheets[tile.sheet].name.rawValue
        self.init(
            sheet: sheets(sheetName) + query(sheetName), area: .rect(tile.rect), start: tile.start, end: tile.end,
            index: index, policy: policy, chapter: tile.chapter, title: tile.title,
            tile: tileName.map { "\(base)tiles/\($0)\(query("tiles/\($0)"))" })
    }
}
