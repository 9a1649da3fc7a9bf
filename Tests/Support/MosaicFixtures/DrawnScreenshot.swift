import CJPEGOracle
import OracleJPEG
import TestSupport
package import TiledJPEG

/// A screenshot drawn in code: its left and its right half have two flat colors, determined by its number.
package struct DrawnScreenshot {
    package typealias Color = (red: Int, green: Int, blue: Int)

    /// How the picture is stored.
    package enum Kind: CaseIterable {
        case yuv420, yuv444, gray, cmyk, rgb, progressive, rotated, png
    }

    package var number: Int
    package var kind: Kind
    package var size: PixelSize

    package init(number: Int, kind: Kind = .yuv420, size: PixelSize = PixelSize(width: 96, height: 54)) {
        self.number = number
        self.kind = kind
        self.size = size
    }

    package var left: Color {
        seen(((number * 83 + 40) % 200 + 20, (number * 131 + 90) % 200 + 20, (number * 57) % 200 + 20))
    }
    package var right: Color {
        seen(((number * 29 + 10) % 200 + 20, (number * 71) % 200 + 20, (number * 151 + 60) % 200 + 20))
    }

    private func seen(_ color: Color) -> Color {
        kind == .gray ? (color.green, color.green, color.green) : color
    }

    package var encoded: [UInt8] {
        switch kind {
        case .png: StoredPNG.encoded(width: size.width, height: size.height, samples { [$0.red, $0.green, $0.blue] })
        case .gray: jpeg(1, samples { [$0.green] })
        case .cmyk: jpeg(4, samples { [$0.red, $0.green, $0.blue, 255] })
        case .rgb: jpeg(3, samples { [$0.red, $0.green, $0.blue] }) { $0.color = CJPEGOracleColorRGB }
        case .yuv420:
            jpeg(3, samples(Self.yCbCr)) { ($0.horizontal.0, $0.vertical.0) = (2, 2) }
        case .yuv444: jpeg(3, samples(Self.yCbCr))
        case .progressive:
            jpeg(3, samples(Self.yCbCr)) {
                ($0.horizontal.0, $0.vertical.0) = (2, 2)
                $0.process = CJPEGOracleProcessProgressive
            }
        case .rotated: withOrientation6(jpeg(3, samples(Self.yCbCr)))
        }
    }

    /// The samples as they are stored: lying on its side where the picture is to be turned.
    private func samples(_ convert: (Color) -> [Int]) -> [UInt8] {
        let (left, right) = (convert(left).map(UInt8.init), convert(right).map(UInt8.init))
        let half = size.width / 2
        guard kind == .rotated else {
            return repeated(repeated(left, half) + repeated(right, size.width - half), size.height)
        }
        // Turned clockwise to be seen, the top of what is stored becomes the right side.
        return repeated(repeated(right, size.height), half)
            + repeated(repeated(left, size.height), size.width - half)
    }

    /// Samples several times in a row. Whole arrays are added, because a debug build is slow at single samples.
    private func repeated(_ samples: [UInt8], _ count: Int) -> [UInt8] {
        (0..<count).reduce(into: []) { all, _ in all += samples }
    }

    private func jpeg(
        _ components: Int, _ samples: [UInt8], change: (inout CJPEGOracleRecipe) -> Void = { _ in }
    ) -> [UInt8] {
        let stored = kind == .rotated ? size.transposed : size
        var recipe = CJPEGOracleRecipe(
            width: stored.width, height: stored.height, components: components, sampling: 1, quality: 95)
        change(&recipe)
        return recipe.encoded(samples)
    }

    private func withOrientation6(_ jpeg: [UInt8]) -> [UInt8] {
        let exif =
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        return Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg[2...]
    }

    /// JFIF's conversion.
    private static func yCbCr(_ color: Color) -> [Int] {
        let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue
        return [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402].map { Int($0.rounded()) }
    }
}
