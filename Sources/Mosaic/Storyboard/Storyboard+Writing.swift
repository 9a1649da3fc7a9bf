import Raster
import TiledJPEG
import WebVTT

extension Storyboard {
    /// Writes `mosaic.json`: one line for each sheet and each tile; the same storyboard gives the same bytes.
    ///
    /// The duration and the end of the last tile are written as null where they are not known.
    package func record() -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.member("version", Self.version)
            writer.member("id", id.rawValue)
            writer.member("title", title)
            writer.member("duration_ms", duration?.milliseconds)
            writer.object("encoding") { $0.members(of: encoding) }
            writer.object("geometry") { $0.members(of: geometry) }
            writer.object("track") { $0.members(of: track) }
            if !widths.isEmpty { writer.member("widths", widths) }
            writer.array("sheets", sheets) { $0.members(of: $1) }
            writer.array("tiles", tiles) { $0.members(of: $1) }
            writer.array("skipped", skipped) { $0.members(of: $1) }
        }
        return writer.document()
    }
}

extension JSONWriter {
    fileprivate mutating func members(of encoding: TileEncoding) {
        member("format", encoding.format.rawValue)
        member("quality", encoding.quality)
        member("chroma", encoding.chroma.rawValue)
        if let tables = encoding.tables { member("tables", tables.rawValue) }
        member("framing", encoding.framing.rawValue)
        member("background", encoding.background.description)
    }

    fileprivate mutating func members(of geometry: TileGeometry) {
        object("tile") { $0.members(of: geometry.tile) }
        object("cell") { $0.members(of: geometry.cell) }
        object("grid") { writer in
            writer.member("columns", geometry.grid.columns)
            writer.member("rows", geometry.grid.rows)
        }
    }

    private mutating func members(of size: PixelSize) {
        member("width", size.width)
        member("height", size.height)
    }

    fileprivate mutating func members(of track: TrackSettings) {
        if let baseURL = track.baseURL { member("base_url", baseURL) }
        if let sheetURL = track.sheetURL { member("sheet_url", sheetURL.description) }
        if let maximumCues = track.maximumCues { member("maximum_cues", maximumCues) }
        member("starts_at_zero", track.startsAtZero)
        if track.gutter != 0 { member("gutter", track.gutter) }
    }

    fileprivate mutating func members(of sheet: Sheet) {
        member("name", sheet.name.rawValue)
        object("size") { $0.members(of: sheet.size) }
        member("tiles", sheet.tiles)
        member("bytes", sheet.bytes)
        member("sha256", sheet.sha256.hexadecimal())
        if let signature = sheet.signature { member("signature", signature) }
    }

    fileprivate mutating func members(of tile: Tile) {
        member("time_ms", tile.time.milliseconds)
        member("start_ms", tile.start.milliseconds)
        member("end_ms", tile.end?.milliseconds)
        member("sheet", tile.sheet)
        member("x", tile.rect.x)
        member("y", tile.rect.y)
        member("width", tile.rect.width)
        member("height", tile.rect.height)
        if let chapter = tile.chapter { member("chapter", chapter) }
        if let title = tile.title { member("title", title) }
        member("state", tile.state.rawValue)
        if let reason = tile.reason { member("reason", reason) }
        if let frameTime = tile.frameTime { member("frame_time_ms", frameTime.milliseconds) }
        object("source") { $0.members(of: tile.source) }
    }

    private mutating func members(of source: Tile.Source) {
        member("name", source.name)
        if let bytes = source.bytes { member("bytes", bytes) }
        if let checksum = source.checksum { member("checksum", checksum.hexadecimal) }
        if let version = source.version { member("version", version.rawValue) }
        if source.hasICCProfile { member("has_icc_profile", true) }
        if let selection = source.selection { member("selection", selection) }
    }

    fileprivate mutating func members(of file: SkippedFile) {
        member("name", file.name)
        member("reason", file.reason)
    }
}
