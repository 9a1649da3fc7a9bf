import TiledJPEG

/// Tiles as planes of 4:2:0, as the encoder takes them.
struct TilePlanes {
    let tiles: [BenchPlanes]

    /// - Parameters:
    ///   - rgb: Tiles one after another, 3 bytes a pixel.
    ///   - tile: Their size, whole MCUs.
    init(rgb: [UInt8], tile: PixelSize) {
        let bytes = 3 * tile.width * tile.height
        tiles = (0..<rgb.count / bytes).map { Self.planes(of: rgb[$0 * bytes..<($0 + 1) * bytes], tile) }
    }

    private static func planes(of rgb: ArraySlice<UInt8>, _ size: PixelSize) -> BenchPlanes {
        let half = PixelSize(width: size.width / 2, height: size.height / 2)
        let planes = BenchPlanes(sizes: [size, half, half])
        for y in 0..<size.height {
            for x in 0..<size.width {
                let at = rgb.startIndex + 3 * (y * size.width + x)
                let (red, green, blue) = (Int(rgb[at]), Int(rgb[at + 1]), Int(rgb[at + 2]))
                planes.start(of: 0)[y * planes.strides[0] + x] = UInt8((299 * red + 587 * green + 114 * blue) / 1000)
                guard x % 2 == 0, y % 2 == 0 else { continue }
                let chroma = y / 2 * planes.strides[1] + x / 2
                planes.start(of: 1)[chroma] = UInt8((500 * blue - 169 * red - 331 * green) / 1000 + 128)
                planes.start(of: 2)[chroma] = UInt8((500 * red - 419 * green - 81 * blue) / 1000 + 128)
            }
        }
        return planes
    }
}
