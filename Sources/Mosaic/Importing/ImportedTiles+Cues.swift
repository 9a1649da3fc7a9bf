import TiledJPEG
import WebVTT

extension ImportedTiles {
    /// Tiles of cues whose payloads name sheets and rectangles.
    ///
    /// Rectangles are cut to their sheets; gaps between cues are closed, because a tile is shown until the next begins.
    ///
    /// - Throws: `malformed` naming the first cue without a picture on its sheet, `notFound`, `unsupported`, see
    ///   ``init(_:pictures:tiles:duration:name:)``.
    init(_ format: String, cues: [Cue], in folder: ImportFolder, name: String) throws {
        guard cues.count <= Self.mostTiles else {
            throw MosaicError(.limitExceeded, name, "\(cues.count) cues exceed the limit of \(Self.mostTiles).")
        }
        var sheets = ImportedSheets(folder: folder, document: name)
        var tiles: [Tile] = []
        var end = Timestamp.zero
        for cue in cues {
            guard let payload = CuePayload(parsing: cue.text) else {
                throw MosaicError(.malformed, name, "The cue at \(cue.start) names no picture.")
            }
            let (picture, size) = try sheets.sheet(payload.url)
            let rect: PixelRect?
            if let fragment = payload.fragment {
                guard let part = fragment.intersection(sheetWidth: size.width, sheetHeight: size.height) else {
                    throw MosaicError(
                        .malformed, name, "\(fragment) of the cue at \(cue.start) lies outside the sheet of \(size).")
                }
                rect = PixelRect(x: part.x, y: part.y, width: part.width, height: part.height)
            } else {
                rect = nil
            }
            tiles.append(Tile(time: cue.start, picture: picture, rect: rect))
            end = max(end, cue.end)
        }
        let isKnown = end < .openEnd
        try self.init(format, pictures: sheets.pictures, tiles: tiles, duration: isKnown ? end : nil, name: name)
    }
}
