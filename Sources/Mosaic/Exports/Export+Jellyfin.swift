import TiledJPEG
import WebVTT

extension Export {
    /// The sheets of Jellyfin's trickplay, and the object of its API.
    package static let jellyfin = Export(
        "jellyfin", "trickplay images of Jellyfin, and their description in its API", .resampled,
        document: "jellyfin.json", .json, takesCadence: true
    ) { source in
        let shown = try source.shown()
        let resampling = try Resampling(shown, cadence: source.options.cadence)
        var files: [ExportFile] = []
        var widths: [CadenceSheets] = []
        for position in source.positions {
            let sheets = CadenceSheets(source, member: position, resampling, .padded)
            let folder = "trickplay/\(sheets.tile.width) - \(sheets.columns)x\(sheets.rows)"
            for number in 0..<sheets.count {
                files.append(
                    ExportFile("\(folder)/\(number).jpg", .jpeg, isImmutable: false, sheets.body(number, source)))
            }
            widths.append(sheets)
        }
        let document = trickplay(widths, of: source.storyboards.main.id)
        return files + [ExportFile("jellyfin.json", .json, isImmutable: false, .bytes(document))]
    }

    /// `{"Trickplay": {id: {width: …}}}`, where `TileWidth` and `TileHeight` count tiles.
    private static func trickplay(_ widths: [CadenceSheets], of id: StoryboardID) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.object("Trickplay") { writer in
                writer.object(id.rawValue) { writer in
                    for sheets in widths {
                        writer.object(String(sheets.tile.width)) { writer in
                            writer.member("Width", sheets.tile.width)
                            writer.member("Height", sheets.tile.height)
                            writer.member("TileWidth", sheets.columns)
                            writer.member("TileHeight", sheets.rows)
                            writer.member("ThumbnailCount", sheets.resampling.tiles.count)
                            writer.member("Interval", sheets.resampling.cadence.milliseconds)
                            writer.member("Bandwidth", Bandwidth.of(sheets.largestBytes, in: sheets.duration))
                        }
                    }
                }
            }
        }
        return writer.document()
    }
}
