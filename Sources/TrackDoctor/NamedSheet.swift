import TiledJPEG
import WebVTT

/// A sheet that cues of a track name, before it is requested.
struct NamedSheet: Sendable {
    /// The URL as the cues name it, without fragment.
    let url: String
    /// Its cues in file order.
    private(set) var tiles: [ExaminedSheet.Tile]
    /// The size that readers take it to have without asking; nil where they look at the picture.
    var declared: PixelSize?

    /// The sheets in the order of the first cue that names each.
    ///
    /// - Parameter lines: For each cue its line; nil in JSON.
    static func list(_ track: CueTrack, lines: [Int]?) -> [NamedSheet] {
        var sheets: [NamedSheet] = []
        var positions: [String: Int] = [:]
        for (position, cue) in track.cues.enumerated() {
            guard let payload = CuePayload(parsing: cue.text) else { continue }
            let tile = ExaminedSheet.Tile(line: lines?[position], fragment: payload.fragment)
            if let position = positions[payload.sheetURL] {
                sheets[position].tiles.append(tile)
            } else {
                positions[payload.sheetURL] = sheets.count
                sheets.append(NamedSheet(url: payload.sheetURL, tiles: [tile]))
            }
        }
        return sheets
    }
}
