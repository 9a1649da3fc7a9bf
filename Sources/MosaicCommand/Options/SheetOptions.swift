import ArgumentParser
import CommandSupport
import Mosaic
import Raster
import TiledJPEG

/// Options for the sizes and the encoding of tiles and sheets.
struct SheetOptions: OptionTable {
    var tile: PixelSize?
    var width: TileWidths?
    var grid: TileGrid?
    var maxSide: Int?
    var allowLargeSheets = false
    var uniform = false
    var format = SheetFormat.jpeg
    var quality: Int?
    var chroma: ChromaSubsampling?
    var tables: TableSet?
    var pad = false
    var background = RGBColor.black

    static let options: [DeclaredOption<SheetOptions>] = [
        .option(\.tile, "tile", "Size of a tile, WxH; by default 256 wide with the screenshots' aspect ratio."),
        .option(
            \.width, "width", value: "width",
            """
            Width of a tile; the height follows the screenshots' aspect ratio. Several, such as 160,320,480, give further \
            storyboards in folders named 320 and 480; each picture is decoded once.
            """),
        .option(\.grid, "grid", "Tiles on a sheet, CxR; by default the largest up to 5x5 that fits."),
        .option(\.maxSide, "max-side", "The longest side of a sheet in pixels, up to 4096 (default: 2048)."),
        .flag(\.allowLargeSheets, "allow-large-sheets", "Allow --max-side beyond 4096, up to 65500."),
        .flag(
            \.uniform, "uniform",
            """
            Round the tile to whole JPEG blocks, so that no space is left between tiles: for programs that step from \
            tile to tile by its size instead of reading the track's rectangles.
            """),
        .option(\.format, "format", "Image format of the sheets: jpeg or png (lossless, no operations on bytes)."),
        .option(\.quality, "quality", "JPEG quality, 1 to 100; a PNG has none. (default: 80)"),
        .option(\.chroma, "chroma", "JPEG chroma: 420 or 444; a PNG has all of it. (default: 420)"),
        .option(
            \.tables, "tables",
            """
            Quantization and Huffman tables of JPEG tiles: annex-k, or thumbnails-1, which takes fewer bytes for the \
            same picture quality; by default those of the earlier run, then thumbnails-1. Other ones than before need \
            --regrid.
            """),
        .flag(\.pad, "pad", "Show the whole picture between bars instead of cropping it to the tile's aspect ratio."),
        .option(\.background, "background", "Colour of bars and of what shines through transparent pictures, RRGGBB."),
    ]

    func validate() throws {
        if tile != nil, width != nil { throw ValidationError("--tile gives the width already; use one.") }
        let forJPEG = [
            quality.map { _ in "--quality" }, chroma.map { _ in "--chroma" }, tables.map { _ in "--tables" },
        ].compactMap(\.self)
        if format == .png, let option = forJPEG.first {
            throw ValidationError("\(option) is for JPEG, and a PNG has none: leave out \(option), or --format png.")
        }
    }

    func apply(to settings: inout CompositionSettings) {
        settings.geometry.tile = tile
        settings.geometry.width = width?.own
        settings.furtherWidths = width?.further
        settings.geometry.grid = grid
        settings.geometry.maximumSide = maxSide
        settings.geometry.allowsLargeSheets = allowLargeSheets
        settings.geometry.isUniform = uniform
        settings.encoding.format = format
        settings.encoding.quality = quality ?? settings.encoding.quality
        settings.encoding.chroma = chroma ?? settings.encoding.chroma
        settings.encoding.tables = tables
        settings.encoding.framing = pad ? .pad : .crop
        settings.encoding.background = background
    }
}

/// Widths of tiles: the width of the storyboard itself, then widths of further storyboards.
struct TileWidths: Hashable, ExpressibleByArgument {
    let own: Int
    let further: [Int]

    /// Reads `160` or `160,320,480`; the limits of the widths are checked with all other settings.
    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let widths = numbers.compactMap(\.self)
        guard let first = widths.first, widths.count == numbers.count else { return nil }
        own = first
        further = Array(widths.dropFirst())
    }
}
