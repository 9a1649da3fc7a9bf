package import CJPEGOracle
import OracleJPEG
package import TiledJPEG

/// JPEGs of drawn pictures in every shape, by way of a C target that only tests link.
package struct DrawnJPEG {
    package enum Kind: CaseIterable { case gray, yCbCr, rgb, cmyk, ycck }

    private let kind: Kind
    private let quality: Int32
    private let horizontal: [Int32]
    private let vertical: [Int32]
    private let process: CJPEGOracleProcess
    private let restartInterval: Int32
    private let orientation: ImageOrientation?

    /// - Parameter horizontal: Sampling factors of the components, Y' first; so is `vertical`.
    package init(
        kind: Kind = .yCbCr, quality: Int32 = 95, horizontal: [Int32] = [2, 1, 1], vertical: [Int32] = [2, 1, 1],
        process: CJPEGOracleProcess = CJPEGOracleProcessBaseline, restartInterval: Int32 = 0,
        orientation: ImageOrientation? = nil
    ) {
        self.kind = kind
        self.quality = quality
        self.horizontal = horizontal
        self.vertical = vertical
        self.process = process
        self.restartInterval = restartInterval
        self.orientation = orientation
    }

    package func encode(_ picture: DrawnPicture) -> [UInt8] {
        let samples = stride(from: 0, to: picture.rgb.count, by: 3).flatMap { self.samples(picture.rgb[$0..<$0 + 3]) }
        let components = samples.count / picture.size.pixelCount
        var recipe = CJPEGOracleRecipe(
            width: picture.size.width, height: picture.size.height, components: components, quality: quality)
        let factors = { (list: [Int32]) -> (Int32, Int32, Int32, Int32) in
            components == 1 ? (1, 1, 1, 1) : (list[0], list[1], list[2], list[0])
        }
        recipe.horizontal = factors(horizontal)
        recipe.vertical = factors(vertical)
        recipe.restart_interval = restartInterval
        recipe.process = process
        recipe.color = kind == .rgb ? CJPEGOracleColorRGB : CJPEGOracleColorPlain
        var jpeg = recipe.encoded(samples)
        // The color transform of an Adobe segment is its last byte: 0 is CMYK, 2 is YCCK.
        if kind == .ycck { jpeg[Self.adobeSegment(of: jpeg).upperBound - 1] = 2 }
        if let orientation { jpeg.insert(contentsOf: Self.exif(orientation), at: 2) }
        return jpeg
    }

    /// An Adobe segment with its marker.
    package static func adobeSegment(of jpeg: [UInt8]) -> Range<Int> {
        let marker: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8)
        let start = jpeg.indices.first { jpeg[$0...].starts(with: marker) } ?? jpeg.endIndex
        return start..<start + 16
    }

    private func samples(_ pixel: ArraySlice<UInt8>) -> [UInt8] {
        let (red, green, blue) = (pixel[pixel.startIndex], pixel[pixel.startIndex + 1], pixel[pixel.startIndex + 2])
        switch kind {
        case .gray: return [Self.yCbCr(red, green, blue)[0]]
        case .yCbCr: return Self.yCbCr(red, green, blue)
        case .rgb: return [red, green, blue]
        // As Adobe stores it: the paper that is left by each ink. Half of the darkness is left to black.
        case .cmyk: return [Self.lightened(red), Self.lightened(green), Self.lightened(blue), 128]
        // The transform takes what is left of 255 for R, G and B.
        case .ycck:
            return Self.yCbCr(255 - Self.lightened(red), 255 - Self.lightened(green), 255 - Self.lightened(blue))
                + [128]
        }
    }

    /// The value that a black of 128 of 255 darkens to `value`.
    private static func lightened(_ value: UInt8) -> UInt8 { UInt8(min(255, Int(value) * 255 / 128)) }

    private static func yCbCr(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
        let (r, g, b) = (Double(red), Double(green), Double(blue))
        let values = [
            0.299 * r + 0.587 * g + 0.114 * b, 128 - 0.168_736 * r - 0.331_264 * g + 0.5 * b,
            128 + 0.5 * r - 0.418_688 * g - 0.081_312 * b,
        ]
        return values.map { UInt8(min(max($0.rounded(), 0), 255)) }
    }

    package static func exif(_ orientation: ImageOrientation) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation.rawValue, 0, 0]
            + [0, 0, 0, 0]
        let payload = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
    }
}

extension DrawnPicture {
    /// A JPEG's pixels by libjpeg's full decode; nil where it gives up or warns.
    package init?(independentlyDecoding jpeg: [UInt8]) {
        var pixels: UnsafeMutablePointer<UInt8>?
        var (width, height) = (Int32(0), Int32(0))
        var warnings = 0
        guard cjpegoracle_decode(jpeg, jpeg.count, 0, &pixels, &width, &height, &warnings) == 1 else { return nil }
        defer { cjpegoracle_free(pixels) }
        guard warnings == 0 else { return nil }
        let rgb = Array(UnsafeBufferPointer(start: pixels, count: 3 * Int(width) * Int(height)))
        self.init(size: PixelSize(width: Int(width), height: Int(height)), rgb: rgb)
    }
}
