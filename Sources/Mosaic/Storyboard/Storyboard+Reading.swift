import Raster
import TiledJPEG
import WebVTT

extension Storyboard {
    /// Parses `mosaic.json` and checks that its parts agree; unknown keys are ignored.
    ///
    /// - Throws: `malformed` naming the key.
    public init(parsing record: [UInt8]) throws {
        var reader = JSONReader(record)
        do {
            try self.init(from: &reader)
            try reader.end()
        } catch {
            throw MosaicError(.malformed, Self.recordName, error.description(in: record))
        }
    }

    /// Reads the further widths and the sheets of a record without parsing the tiles. Nil if the sheets cannot be read.
    package static func outline(of record: [UInt8]) -> (widths: [Int], sheets: [Sheet])? {
        var reader = JSONReader(record)
        var widths: [Int] = []
        var sheets: [Sheet]?
        try? reader.object { reader, key throws(MosaicError) in
            // Widths and sheets precede tiles, which are most of the record.
            if sheets != nil { throw MosaicError(json: "The search ends here.") }
            switch key {
            case "widths": widths = try reader.widths()
            case "sheets": sheets = try reader.array { element throws(MosaicError) in try element.sheet() }
            default: try reader.skip()
            }
        }
        return sheets.map { (widths, $0) }
    }

    private init(from reader: inout JSONReader) throws(MosaicError) {
        var version: Int?
        var id: StoryboardID?
        var encoding: TileEncoding?
        var geometry: TileGeometry?
        var track: TrackSettings?
        var title: String?
        var duration: Timestamp?
        var widths: [Int] = []
        var sheets: [Sheet]?
        var tiles: [Tile]?
        var skipped: [SkippedFile]?
        try reader.object { reader, key throws(MosaicError) in
            switch key {
            case "version": version = try reader.version()
            case "id": id = try reader.value("a storyboard's id", StoryboardID.init(rawValue:))
            case "title": title = try reader.takeNull() ? nil : reader.string()
            case "duration_ms": duration = try reader.takeNull() ? nil : reader.time()
            case "encoding": encoding = try reader.tileEncoding()
            case "geometry": geometry = try reader.geometry()
            case "track": track = try reader.trackSettings()
            case "widths": widths = try reader.widths()
            case "sheets": sheets = try reader.array { element throws(MosaicError) in try element.sheet() }
            case "tiles": tiles = try reader.array { element throws(MosaicError) in try element.tile() }
            case "skipped": skipped = try reader.array { element throws(MosaicError) in try element.skippedFile() }
            default: try reader.skip()
            }
        }
        _ = try required(version, "version")
        self.init(
            id: try required(id, "id"), title: title, duration: duration, encoding: try required(encoding, "encoding"),
            geometry: try required(geometry, "geometry"), track: try required(track, "track"),
            sheets: try required(sheets, "sheets"), tiles: try required(tiles, "tiles"),
            skipped: try required(skipped, "skipped"), widths: widths)
        try checkPlaces()
    }

    /// Checks that each sheet has the number of tiles and the size that the geometry requires, and each tile its grid
    /// cell.
    private func checkPlaces() throws(MosaicError) {
        let layout: StoryboardLayout
        do {
            layout = try StoryboardLayout(
                times: tiles.map(\.time), geometry: geometry, duration: nil, startsAtZero: track.startsAtZero)
        } catch {
            throw MosaicError(json: "Its tiles cannot be laid out.").under("tiles")
        }
        guard sheets.map(\.tiles) == layout.tilesOnSheet,
            sheets.allSatisfy({ $0.size == geometry.sheetSize(tiles: $0.tiles) })
        else { throw MosaicError(json: "\(tiles.count) tiles fill other sheets.").under("sheets") }
        for (index, (tile, placement)) in zip(tiles, layout.placements).enumerated() {
            guard tile.sheet == placement.sheet, tile.rect == placement.rect else {
                throw MosaicError(json: "Tile \(index) does not lie in its cell.").under("tiles")
            }
        }
    }
}

extension JSONReader {
    fileprivate mutating func version() throws(MosaicError) -> Int {
        let version: Int = try integer()
        guard version == Storyboard.version else {
            throw MosaicError(
                json: "Version \(version) is not \(Storyboard.version), the version that this program reads.")
        }
        return version
    }

    fileprivate mutating func tileEncoding() throws(MosaicError) -> TileEncoding {
        var format: SheetFormat?
        var quality: Int?
        var chroma: ChromaSubsampling?
        var tables: TableSet?
        var framing: Framing?
        var background: RGBColor?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "format": format = try reader.word()
            case "quality": quality = try reader.integer(in: 1...100)
            case "chroma": chroma = try reader.word()
            case "tables": tables = try reader.word()
            case "framing": framing = try reader.word()
            case "background": background = try reader.value("a colour as #rrggbb", RGBColor.init(hex:))
            default: try reader.skip()
            }
        }
        var encoding = TileEncoding()
        encoding.format = try required(format, "format")
        encoding.quality = try required(quality, "quality")
        encoding.chroma = try required(chroma, "chroma")
        encoding.tables = encoding.format == .jpeg ? try required(tables, "tables") : nil
        encoding.framing = try required(framing, "framing")
        encoding.background = try required(background, "background")
        return encoding
    }

    fileprivate mutating func geometry() throws(MosaicError) -> TileGeometry {
        var tile: PixelSize?
        var cell: PixelSize?
        var grid: TileGrid?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "tile": tile = try reader.size()
            case "cell": cell = try reader.size()
            case "grid": grid = try reader.grid()
            default: try reader.skip()
            }
        }
        return TileGeometry(
            tile: try required(tile, "tile"), cell: try required(cell, "cell"), grid: try required(grid, "grid"))
    }

    private mutating func grid() throws(MosaicError) -> TileGrid {
        let (columns, rows) = try pair("columns", "rows")
        guard let grid = TileGrid(columns: columns, rows: rows) else {
            throw MosaicError(json: "Such a grid is impossible.")
        }
        return grid
    }

    /// Reads a size; both sides are 1...65 535 pixels.
    private mutating func size() throws(MosaicError) -> PixelSize {
        let (width, height) = try pair("width", "height")
        let size = PixelSize(width: width, height: height)
        guard (1...65_535).contains(size.width), (1...65_535).contains(size.height) else {
            throw MosaicError(json: "A size of \(size) is not possible.")
        }
        return size
    }

    /// Reads an object of two integers.
    private mutating func pair(_ first: String, _ second: String) throws(MosaicError) -> (Int, Int) {
        var (one, other): (Int?, Int?) = (nil, nil)
        try object { reader, key throws(MosaicError) in
            switch key {
            case first: one = try reader.integer()
            case second: other = try reader.integer()
            default: try reader.skip()
            }
        }
        return (try required(one, first), try required(other, second))
    }

    fileprivate mutating func trackSettings() throws(MosaicError) -> TrackSettings {
        var settings = TrackSettings()
        var startsAtZero: Bool?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "base_url":
                settings.baseURL = try reader.takeNull() ? nil : reader.string()
            case "sheet_url":
                settings.sheetURL = try reader.value("the template of a URL") { try? SheetURLTemplate(recorded: $0) }
            case "maximum_cues":
                settings.maximumCues = try reader.takeNull() ? nil : reader.integer(in: 1...Int.max)
            case "starts_at_zero": startsAtZero = try reader.boolean()
            case "gutter": settings.gutter = try reader.integer(in: 0...TrackSettings.largestGutter)
            default: try reader.skip()
            }
        }
        settings.startsAtZero = try required(startsAtZero, "starts_at_zero")
        return settings
    }

    /// Reads widths; they are distinct and in ascending order, because each is a folder's name.
    fileprivate mutating func widths() throws(MosaicError) -> [Int] {
        var widths: [Int] = []
        try elements { reader throws(MosaicError) in
            let width: Int = try reader.integer(in: 1...GeometryRequest.largestSide)
            guard widths.count + 1 < Storyboard.mostWidths, widths.last ?? 0 < width else {
                throw MosaicError(
                    json: "It is not a list of at most \(Storyboard.mostWidths - 1) widths, the smallest first.")
            }
            widths.append(width)
        }
        return widths
    }

    fileprivate mutating func sheet() throws(MosaicError) -> Sheet {
        var name: SheetName?
        var size: PixelSize?
        var tiles: Int?
        var bytes: Int?
        var hash: ContentHash?
        var signature: ContentHash?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "name": name = try reader.value("the name of a sheet", SheetName.init(rawValue:))
            case "size": size = try reader.size()
            case "tiles": tiles = try reader.integer()
            case "bytes": bytes = try reader.integer(in: 0...StoryboardPublisher.recordLimit)
            case "sha256": hash = try reader.hash()
            case "signature": signature = try reader.hash()
            default: try reader.skip()
            }
        }
        return Sheet(
            name: try required(name, "name"), size: try required(size, "size"), tiles: try required(tiles, "tiles"),
            bytes: try required(bytes, "bytes"), sha256: try required(hash, "sha256"),
            signature: signature?.hexadecimal())
    }

    fileprivate mutating func skippedFile() throws(MosaicError) -> SkippedFile {
        var name: String?
        var reason: String?
        try object { reader, key throws(MosaicError) in
            switch key {
            case "name": name = try reader.string()
            case "reason": reason = try reader.string()
            default: try reader.skip()
            }
        }
        return SkippedFile(name: try required(name, "name"), reason: try required(reason, "reason"))
    }
}
