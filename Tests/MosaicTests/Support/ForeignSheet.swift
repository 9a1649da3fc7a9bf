import CJPEGOracle
import MosaicFixtures
import OracleJPEG
import TiledJPEG

/// A sheet as other programs make it: one JPEG without restart intervals, tiles without space between them.
struct ForeignSheet {
    var numbers: [Int]
    var columns: Int
    var rows: Int
    var tile = PixelSize(width: 50, height: 30)
    /// The colour of empty cells.
    var filling: DrawnScreenshot.Color = (0, 0, 0)
    /// Tiles of one colour behind the numbered ones, as of a film that ends dark.
    var darkTiles = 0
    var dark: DrawnScreenshot.Color = (6, 6, 6)
    var quality: Int32 = 95
    /// Pixels that a sample of chroma covers on both axes.
    var chromaSpan: Int32 = 2

    var size: PixelSize { PixelSize(width: columns * tile.width, height: rows * tile.height) }

    var encoded: [UInt8] {
        var samples: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width { samples += color(x: x, y: y) }
        }
        return CJPEGOracleRecipe(width: size.width, height: size.height, sampling: chromaSpan, quality: quality)
            .encoded(samples)
    }

    private func color(x: Int, y: Int) -> [UInt8] {
        let cell = y / tile.height * columns + x / tile.width
        guard cell < numbers.count else {
            return Self.yCbCr(cell < numbers.count + darkTiles ? dark : filling)
        }
        let shot = DrawnScreenshot(number: numbers[cell])
        return Self.yCbCr(x % tile.width < tile.width / 2 ? shot.left : shot.right)
    }

    /// JFIF's conversion.
    private static func yCbCr(_ color: DrawnScreenshot.Color) -> [UInt8] {
        let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue
        return [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402].map { UInt8($0.rounded()) }
    }
}
