import ArgumentParser
import Foundation
import Mosaic
import Raster
import TiledJPEG

import MosaicSystem

/// `mosaic-bench splice`: sheets by moving bytes, against copying the same bytes and against encoding the same pixels.
struct SpliceBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "splice", abstract: "Assembling, growing and cutting sheets, against memcpy and libjpeg.")

    @OptionGroup
    var corpus: CorpusOptions

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let machine = Machine.current
        try await corpus.withScreenshots { screenshots in
            let geometry = try await BenchComposing(screenshots).composition().storyboard.geometry
            let stock = try TileStock(screenshots, geometry)
            let sections = [try assembling(stock), try growing(stock), try cutting(stock)]
            let summary = "\(stock.tiles.count) tiles of \(geometry.tile), \(stock.bytes) bytes, grid \(geometry.grid)"
            try BenchReport(corpus: screenshots.description + "; " + summary, machine: machine, sections)
                .deliver(output)
        }
    }

    /// Everything is repeated in a round so that a round takes some milliseconds.
    private static let repeats = 20

    private func race(_ contestants: [() throws -> Void]) throws -> Rounds {
        let repeated = contestants.map { contestant in
            { for _ in 0..<Self.repeats { try contestant() } }
        }
        return try Rounds(corpus.rounds, throwing: repeated)
    }

    private func row(
        _ name: String, _ rounds: Rounds, _ index: Int, _ against: String? = nil, wanted: Measurement.Wanted? = nil
    ) -> Measurement {
        Measurement(
            name: name, value: rounds.medians[index] / 1e3 / Double(Self.repeats), unit: "us", against: against,
            ratio: against == nil ? nil : rounds.ratios[index], wanted: wanted)
    }

    private func assembling(_ stock: TileStock) throws -> BenchReport.Section {
        let copies = CopyFloor(stock.sheets)
        let reference = try SheetEncoding(stock.sheets[0])
        let parsed = try stock.tiles.map { try EncodedTile(parsing: $0) }
        let rounds = try race([
            { copies.run() },
            { try Splicing.sheets(of: stock.tiles, grid: stock.grid) },
            { try Splicing.sheets(of: parsed, grid: stock.grid) },
            { try Splicing.sheets(of: Array(stock.tiles.prefix(stock.grid.count)), grid: stock.grid) },
        ])
        let encoding = try Rounds(corpus.rounds, throwing: [{ try reference.run() }])
        let sheet = row("one sheet, finding the segments first", rounds, 3)
        return BenchReport.Section(
            title: "Assembling \(stock.sheets.count) sheets",
            rows: [
                row("memcpy of the same bytes", rounds, 0),
                row("splice the segments of all tiles into sheets", rounds, 2, "memcpy", wanted: .atMost(10)),
                row("the same, finding the segments in the tiles first", rounds, 1, "memcpy"),
                sheet,
                Measurement(
                    name: "libjpeg-turbo encodes the pixels of that sheet", value: encoding.medians[0] / 1e3,
                    unit: "us",
                    against: "splicing it", ratio: encoding.medians[0] / 1e3 / sheet.value),
            ])
    }

    private func growing(_ stock: TileStock) throws -> BenchReport.Section {
        let last = try EncodedTile(parsing: stock.tiles[stock.grid.count - 1])
        let grown = try Splicing.sheets(of: Array(stock.tiles.prefix(stock.grid.count - 1)), grid: stock.grid)[0]
        let rounds = try race([
            { try Splicing.sheets(of: Array(stock.tiles.prefix(stock.grid.count)), grid: stock.grid) },
            {
                var sheet = try TiledSheet(
                    parsing: grown, cellSize: stock.cell, tileSize: stock.tile, count: stock.grid.count - 1)
                try sheet.append(last)
                _ = sheet.encoded()
            },
            { try Splicing.sheets(of: stock.tiles, grid: stock.grid) },
        ])
        return BenchReport.Section(
            title: "Appending a tile to a sheet of \(stock.grid.count - 1)",
            rows: [
                row("splice one sheet of \(stock.grid.count)", rounds, 0),
                row("append: read the sheet, add a tile, write it", rounds, 1, "one sheet", wanted: .atMost(1.5)),
                row("splice all sheets", rounds, 2, "one sheet"),
            ])
    }

    private func cutting(_ stock: TileStock) throws -> BenchReport.Section {
        let sheet = stock.sheets[0]
        let grid = try RestartGrid(parsing: sheet)
        let rect = PixelRect(
            x: stock.cell.width, y: stock.cell.height, width: stock.tile.width, height: stock.tile.height)
        let rounds = try race([
            { _ = try RestartGrid(parsing: sheet).extract(rect) },
            { _ = try grid.extract(rect) },
        ])
        var rows = [
            row("extract, reading the sheet", rounds, 0), row("extract from a sheet that was read before", rounds, 1),
        ]
        if let crop = try PillowCrop.microseconds(sheet, rect) {
            rows.append(
                Measurement(
                    name: "Pillow opens, crops and saves", value: crop, unit: "us",
                    against: "extract, reading the sheet",
                    ratio: crop / rows[0].value))
        }
        return BenchReport.Section(title: "Extracting one tile of a sheet", rows: rows)
    }
}

/// Tiles of a corpus, encoded as a composition encodes them, and the sheets that hold them.
struct TileStock {
    let tiles: [[UInt8]]
    let sheets: [[UInt8]]
    let grid: TileGrid
    let tile: PixelSize
    let cell: PixelSize

    var bytes: Int { tiles.reduce(0) { $0 + $1.count } }

    init(_ screenshots: BenchScreenshots, _ geometry: TileGeometry) throws {
        let encoding = CompositionSettings().encoding
        let maker = try TileMaker(
            settings: TileSettings(
                tileSize: geometry.tile, cellSize: geometry.cell,
                codec: encoding.codec))
        let tiles = try screenshots.paths.map {
            try maker.makeTile(from: FileReader.read($0, name: $0, limit: .max)).bytes
        }
        guard tiles.count >= geometry.grid.count, geometry.grid.columns > 1, geometry.grid.rows > 1 else {
            throw ValidationError("At least \(geometry.grid.count) screenshots are needed, and a grid of 2x2.")
        }
        self.tiles = tiles
        sheets = try Splicing.sheets(of: tiles, grid: geometry.grid)
        (grid, tile, cell) = (geometry.grid, geometry.tile, geometry.cell)
    }
}
