import Seeded
package import TiledJPEG

/// RGB pixels drawn in code.
package struct DrawnPicture: Equatable {
    package let size: PixelSize
    /// 3 bytes a pixel, row by row.
    package var rgb: [UInt8]

    /// Asks for each pixel.
    package init(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)) {
        size = PixelSize(width: width, height: height)
        rgb = []
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue) = color(x, y)
                rgb += [red, green, blue]
            }
        }
    }

    package init(size: PixelSize, rgb: [UInt8]) {
        precondition(rgb.count == 3 * size.pixelCount)
        self.size = size
        self.rgb = rgb
    }

    /// Smooth in all channels, and different in every corner.
    package static func gradient(_ width: Int, _ height: Int) -> DrawnPicture {
        DrawnPicture(width, height) { x, y in
            let across = 255 * x / max(width - 1, 1)
            let down = 255 * y / max(height - 1, 1)
            return (UInt8(across), UInt8(down), UInt8((510 - across - down) / 2))
        }
    }

    /// Four flat quarters: red, green; blue, gray.
    package static func quarters(_ width: Int, _ height: Int) -> DrawnPicture {
        DrawnPicture(width, height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): (200, 30, 30)
            case (false, true): (30, 180, 30)
            case (true, false): (30, 30, 210)
            case (false, false): (190, 190, 190)
            }
        }
    }

    /// Seeded noise.
    package static func noise(_ width: Int, _ height: Int, seed: UInt64) -> DrawnPicture {
        var generator = SeededGenerator(seed: seed)
        return DrawnPicture(width, height) { _, _ in (.random(in: 0...255, using: &generator), 90, 160) }
    }

    package subscript(x: Int, y: Int) -> [UInt8] {
        let start = 3 * (y * size.width + x)
        return Array(rgb[start..<start + 3])
    }

    /// The stored picture that this orientation turns into this one.
    package func stored(for orientation: ImageOrientation) -> DrawnPicture {
        let size = orientation.uprightSize(of: self.size)
        return DrawnPicture(size.width, size.height) { x, y in
            // Where row 0 and column 0 belong, by the definition of each value.
            let right = self.size.width - 1
            let bottom = self.size.height - 1
            let (u, v) =
                switch orientation {
                case .topLeft: (x, y)
                case .topRight: (right - x, y)
                case .bottomRight: (right - x, bottom - y)
                case .bottomLeft: (x, bottom - y)
                case .leftTop: (y, x)
                case .rightTop: (right - y, x)
                case .rightBottom: (right - y, bottom - x)
                case .leftBottom: (y, bottom - x)
                }
            let pixel = self[u, v]
            return (pixel[0], pixel[1], pixel[2])
        }
    }

    /// Mean absolute difference of all channels, 0...255.
    package func meanError(to other: DrawnPicture) -> Double {
        precondition(size == other.size)
        let total = zip(rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(total) / Double(rgb.count)
    }
}
