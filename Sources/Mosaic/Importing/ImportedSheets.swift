import Foundation
import MosaicSystem
import TiledJPEG
import WebVTT

/// The sheets that a document names, each listed once.
struct ImportedSheets {
    let folder: ImportFolder
    let document: String
    private(set) var pictures: [ImportedPicture] = []
    /// Sheets by URL; ``named`` has them by their names within the folder.
    private var known: [String: (position: Int, size: PixelSize)] = [:]
    private var named: [String: (position: Int, size: PixelSize)] = [:]

    init(folder: ImportFolder, document: String) {
        self.folder = folder
        self.document = document
    }

    /// The position of a sheet in ``pictures``, and its size in pixels.
    ///
    /// - Throws: `notFound`, `unsupported`, `malformed`, `unavailable`.
    mutating func sheet(_ url: String) throws -> (position: Int, size: PixelSize) {
        if let sheet = known[url] { return sheet }
        let picture = try folder.picture(of: url, in: document)
        // URLs with different queries or spellings can name the same file.
        let sheet = try named[picture.name] ?? (position: pictures.count, size: picture.header().size)
        if sheet.position == pictures.count {
            pictures.append(picture)
            named[picture.name] = sheet
        }
        known[url] = sheet
        return sheet
    }

    /// The tiles of a sheet, row by row.
    ///
    /// A cell may be up to 15 pixels wider and higher than its tile, because JPEG encoders fill up blocks; the tile is
    /// in its top left corner. A last sheet may have fewer rows than the grid.
    ///
    /// - Parameters:
    ///   - tile: Size of a tile in pixels; nil for the whole cell.
    ///   - count: Maximum number of tiles.
    ///   - time: Returns the time of a tile by its position on the sheet.
    /// - Throws: as ``sheet(_:)``; `malformed` if the sheet does not have such a grid.
    mutating func tiles(
        of url: String, tile: PixelSize?, grid: TileGrid, count: Int, time: (Int) -> Timestamp
    ) throws -> [ImportedTiles.Tile] {
        let (picture, size) = try sheet(url)
        let tile = tile ?? PixelSize(width: size.width / grid.columns, height: size.height / grid.rows)
        guard let cell = Self.cell(of: tile, grid, on: size) else {
            throw MosaicError(
                .malformed, pictures[picture].name,
                "A sheet of \(size) has no grid of \(grid) tiles of \(tile); count its columns and rows.")
        }
        let rows = size.height / cell.height
        return (0..<max(0, min(count, grid.columns * rows))).map { position in
            ImportedTiles.Tile(
                time: time(position), picture: picture,
                rect: PixelRect(
                    x: position % grid.columns * cell.width, y: position / grid.columns * cell.height,
                    width: tile.width, height: tile.height))
        }
    }

    /// The cell of a tile on a sheet; nil if the sheet does not have such a grid.
    static func cell(of tile: PixelSize, _ grid: TileGrid, on sheet: PixelSize) -> PixelSize? {
        guard tile.width > 0, tile.height > 0, tile.width <= sheet.width, tile.height <= sheet.height else {
            return nil
        }
        let cells = [1, 8, 16].map { tile.roundedUp(toMultipleOf: PixelSize(width: $0, height: $0)) }
        guard let width = cells.first(where: { $0.width * grid.columns == sheet.width })?.width,
            let height = cells.map(\.height).first(where: {
                sheet.height.isMultiple(of: $0) && sheet.height / $0 <= grid.rows
            })
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}

extension ImportedTiles {
    /// Maximum number of sheets with numbered names.
    private static let mostSheets = 100_000

    /// Reads sheets without a document: a single one, or the sheets of a pattern with a number, such as `_%d.jpg` or
    /// `%05d.jpg`, from 0 or 1 on.
    ///
    /// The caller gives the grid and the interval. The first sheet gives the size of a tile; a last sheet may have
    /// fewer rows.
    ///
    /// - Throws: `invalidSettings` without grid or interval, `notFound` without a sheet, `malformed`, `unsupported`,
    ///   `unavailable`.
    init(sheets pattern: String, grid: TileGrid?, interval: Timestamp?) throws {
        let name = URL(fileURLWithPath: pattern).lastPathComponent
        let folder = try ImportFolder(of: pattern)
        let files = SheetPattern(name).map { Self.numbered($0, in: folder) } ?? [name]
        guard !files.isEmpty else {
            throw MosaicError(.notFound, name, "There is no such sheet from number 0 or 1 on.")
        }
        guard let grid, let interval, interval > .zero else {
            let missing = [
                grid == nil ? "--grid, the columns and rows of tiles on a sheet, such as 5x5" : nil,
                interval.map { $0 > .zero } == true ? nil : "--interval, the seconds from tile to tile, such as 10",
            ].compactMap(\.self)
            // Sheets are usually in the folder of their track.
            let track = URL(fileURLWithPath: pattern).deletingLastPathComponent().appending(path: Storyboard.trackName)
            guard !FileManager.default.fileExists(atPath: track.path) else {
                throw MosaicError(
                    .invalidSettings, name,
                    "It is a sheet, and its track lies beside it: name the folder, or \(track.lastPathComponent) in it."
                )
            }
            throw MosaicError(
                .invalidSettings, name, "Sheets without a document need \(missing.joined(separator: ", and ")).")
        }
        try self.init("sheets", named: files, in: folder, grid: grid, tile: nil, interval: interval, name: name)
        isGridTold = true
    }

    /// Reads sheets with one grid at a fixed interval: sheets without a document, and Jellyfin's sheets.
    ///
    /// - Parameter tile: Size of a tile in pixels; nil takes it from the first sheet.
    init(
        _ format: String, named files: [String], in folder: ImportFolder, grid: TileGrid, tile: PixelSize?,
        interval: Timestamp, name: String
    ) throws {
        var sheets = ImportedSheets(folder: folder, document: name)
        var tiles: [Tile] = []
        var size = tile
        for (number, file) in files.enumerated() {
            let url = FileURLs.encoded(file)
            let first = number * grid.count
            let added = try sheets.tiles(of: url, tile: size, grid: grid, count: Self.mostTiles + 1 - tiles.count) {
                Timestamp(milliseconds: Int64(clamping: first + $0).saturatingProduct(interval.milliseconds))
            }
            // The first sheet is full, unless it is the only one.
            size = size ?? added.first?.rect?.size
            tiles += added
        }
        try self.init(format, pictures: sheets.pictures, tiles: tiles, name: name)
        mayEndEmpty = true
    }

    /// The names of consecutively numbered sheets, from 0 or 1 on.
    private static func numbered(_ pattern: SheetPattern, in folder: ImportFolder) -> [String] {
        var files: [String] = []
        for first in 0...1 {
            var number = first
            while number < mostSheets, FileStatus(path: "\(folder.path)/\(pattern.name(number))")?.isRegularFile == true
            {
                files.append(pattern.name(number))
                number += 1
            }
            if !files.isEmpty { break }
        }
        return files
    }
}

extension Int64 {
    /// The product; the maximum integer if it overflows.
    fileprivate func saturatingProduct(_ other: Int64) -> Int64 {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}

/// A file name with a number in it: `sheet_%d.jpg`, or with leading zeros `sheet_%03d.jpg`.
struct SheetPattern {
    private let prefix: String
    private let suffix: String
    private let digits: Int

    /// Parses a name; nil without a placeholder for the number.
    init?(_ name: String) {
        guard let match = name.firstMatch(of: /%(?:0([1-9]))?d/) else { return nil }
        prefix = String(name[..<match.range.lowerBound])
        suffix = String(name[match.range.upperBound...])
        digits = match.output.1.flatMap { Int($0) } ?? 1
    }

    /// The file name for a number, 0 or more.
    func name(_ number: Int) -> String {
        let text = String(number)
        return prefix + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text + suffix
    }
}
