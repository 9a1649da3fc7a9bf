import Foundation
import MosaicSystem

extension ImportedTiles {
    /// A published storyboard in a folder.
    ///
    /// - Throws: `malformed`, `notFound` where a sheet is absent, `unavailable`.
    init(record storyboard: Storyboard, in folder: ImportFolder) throws {
        var sheets = ImportedSheets(folder: folder, document: Storyboard.recordName)
        for sheet in storyboard.sheets {
            // Names have a hash in them, so that two sheets have the same only where a record was made by hand.
            guard try sheets.sheet(sheet.name.rawValue) == (sheets.pictures.count - 1, sheet.size) else {
                throw MosaicError(.malformed, sheet.name.rawValue, "The sheet is not the one of the record.")
            }
        }
        var pictures = sheets.pictures
        for (position, sheet) in storyboard.sheets.enumerated() { pictures[position].sha256 = sheet.sha256 }
        let tiles = storyboard.tiles.map { tile in
            Tile(time: tile.time, chapter: tile.chapter, title: tile.title, picture: tile.sheet, rect: tile.rect)
        }
        try self.init(
            "Mosaic", pictures: pictures, tiles: tiles, duration: storyboard.duration,
            name: Storyboard.recordName)
        id = storyboard.id
        title = storyboard.title
    }
}
