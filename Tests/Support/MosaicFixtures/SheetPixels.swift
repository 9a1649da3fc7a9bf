import CJPEGOracle
import Foundation
import TestSupport
package import TiledJPEG

/// The pixels of a sheet as a decoder that is not our own sees them: libjpeg for JPEG, ffmpeg for PNG.
package struct SheetPixels {
    package let size: PixelSize
    /// How often libjpeg found something to forgive.
    package let warnings: Int
    /// 3 bytes a pixel.
    package let rgb: [UInt8]

    package static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg", "/opt/homebrew/bin/ffmpeg"]
        .first(where: FileManager.default.isExecutableFile(atPath:))

    /// Nil where libjpeg gives up.
    ///
    /// - Parameter smoothingChroma: Whether chroma is interpolated across the borders of tiles, as decoders usually do.
    package init?(jpeg: [UInt8], smoothingChroma: Bool = true) {
        var bytes: UnsafeMutablePointer<UInt8>?
        var (width, height) = (Int32(0), Int32(0))
        var warnings = 0
        guard cjpegoracle_decode(jpeg, jpeg.count, smoothingChroma ? 1 : 0, &bytes, &width, &height, &warnings) == 1
        else { return nil }
        defer { cjpegoracle_free(bytes) }
        size = PixelSize(width: Int(width), height: Int(height))
        self.warnings = warnings
        rgb = Array(UnsafeBufferPointer(start: bytes, count: 3 * size.pixelCount))
    }

    /// Nil where ffmpeg gives up or finds another size.
    package init?(path: String, size: PixelSize) throws {
        let run = try FinishedProgram(
            Self.ffmpeg ?? "",
            ["-v", "error", "-xerror", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        rgb = run.output
        guard run.status == 0, rgb.count == 3 * size.pixelCount else { return nil }
        self.size = size
        warnings = 0
    }

    /// The pixels of a part, row by row.
    package func part(_ rect: PixelRect) -> [UInt8] {
        (rect.y..<rect.y + rect.height).flatMap { y in
            let start = 3 * (y * size.width + rect.x)
            return rgb[start..<start + 3 * rect.width]
        }
    }

    /// Maximum difference on any channel between a rectangle and the screenshot, at the middle of the left and of the
    /// right half.
    package func difference(from screenshot: DrawnScreenshot, at rect: PixelRect) -> Int {
        max(
            difference(screenshot.left, x: rect.x + rect.width / 4, y: rect.y + rect.height / 2),
            difference(screenshot.right, x: rect.x + 3 * rect.width / 4, y: rect.y + rect.height / 2))
    }

    package func difference(_ color: DrawnScreenshot.Color, x: Int, y: Int) -> Int {
        let start = 3 * (y * size.width + x)
        return [
            abs(Int(rgb[start]) - color.red), abs(Int(rgb[start + 1]) - color.green),
            abs(Int(rgb[start + 2]) - color.blue),
        ].max() ?? 0
    }
}
