import DrawnPictures
import Raster
import Testing
import TiledJPEG

struct PNGDecoderTests {
    private static let (width, height) = (20, 12)
    private static let blue = RGBColor(red: 0, green: 0, blue: 255)

    private static func samples(_ sample: (_ x: Int, _ y: Int) -> UInt16) -> [[UInt16]] {
        (0..<height).map { y in (0..<width).map { x in sample(x, y) } }
    }

    private func check(_ png: DrawnPNG, _ expected: DrawnPicture, background: RGBColor = .black) throws {
        for isInterlaced in [false, true] {
            var png = png
            png.isInterlaced = isInterlaced
            let tile = try TileMaker.pixels(of: png.encoded, png.width, png.height, background: background)
            // Y'CbCr of 8 bits and back is off by one or two in each channel.
            let worst = zip(tile.rgb, expected.rgb).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(worst <= 2, "interlaced: \(isInterlaced)")
        }
    }

    @Test(arguments: [1, 2, 4, 8, 16])
    func `gray of every depth decodes`(depth: Int) throws {
        let largest = (1 << depth) - 1
        let rows = Self.samples { x, y in
            let place = x * 7 + y * 5
            return UInt16(place * largest / 210 % (largest + 1))
        }
        let expected = DrawnPicture(Self.width, Self.height) { x, y in
            let share = Double(rows[y][x]) / Double(largest)
            let value = UInt8((255 * share).rounded())
            return (value, value, value)
        }
        let png = DrawnPNG(width: Self.width, height: Self.height, depth: depth, colorType: 0, rows: rows)
        try check(png, expected)
    }

    @Test(arguments: [1, 2, 4, 8])
    func `a palette of every depth decodes, with transparent entries`(depth: Int) throws {
        let count = min(1 << depth, 16)
        var palette: [[UInt8]] = []
        for index in 0..<count { palette.append([UInt8(index * 13), UInt8(255 - index * 11), UInt8(index * 3)]) }
        let rows = Self.samples { x, y in UInt16((x + 3 * y) % count) }
        var png = DrawnPNG(width: Self.width, height: Self.height, depth: depth, colorType: 3, rows: rows)
        png.chunks = [("PLTE", Array(palette.joined())), ("tRNS", [0])]
        let expected = DrawnPicture(Self.width, Self.height) { x, y in
            let entry = palette[Int(rows[y][x])]
            return rows[y][x] == 0 ? (0, 0, 255) : (entry[0], entry[1], entry[2])
        }
        try check(png, expected, background: Self.blue)
    }

    @Test(arguments: [8, 16])
    func `color decodes, and the one that tRNS names shows the background`(depth: Int) throws {
        let scale = depth == 16 ? 257 : 1
        let picture = DrawnPicture.quarters(Self.width, Self.height)
        var png = DrawnPNG(picture)
        png.depth = depth
        png.rows = png.rows.map { $0.map { $0 * UInt16(scale) } }
        try check(png, picture)
        let green = [30, 180, 30].flatMap { value in
            [UInt8(truncatingIfNeeded: value * scale >> 8), UInt8(truncatingIfNeeded: value * scale)]
        }
        png.chunks = [("tRNS", green)]
        let expected = DrawnPicture(Self.width, Self.height) { x, y in
            let pixel = picture[x, y]
            return pixel == [30, 180, 30] ? (0, 0, 255) : (pixel[0], pixel[1], pixel[2])
        }
        try check(png, expected, background: Self.blue)
    }

    @Test(arguments: [1, 2, 4, 8, 16])
    func `the gray that tRNS names shows the background`(depth: Int) throws {
        let largest = UInt16((1 << depth) - 1)
        let rows = Self.samples { x, y in (x + y) % 2 == 0 ? largest : 0 }
        var png = DrawnPNG(width: Self.width, height: Self.height, depth: depth, colorType: 0, rows: rows)
        png.chunks = [("tRNS", [UInt8(largest >> 8), UInt8(largest & 0xFF)])]
        let expected = DrawnPicture(Self.width, Self.height) { x, y in (x + y) % 2 == 0 ? (0, 0, 255) : (0, 0, 0) }
        try check(png, expected, background: Self.blue)
    }

    @Test(arguments: [8, 16], [4, 6])
    func `alpha lies over the background`(depth: Int, colorType: Int) throws {
        let scale = UInt16(depth == 16 ? 257 : 1)
        let color: [UInt16] = colorType == 4 ? [200] : [200, 100, 40]
        let rows: [[UInt16]] = (0..<Self.height).map { _ in
            (0..<Self.width).flatMap { x -> [UInt16] in color.map { $0 * scale } + [UInt16(x * 12) * scale] }
        }
        let png = DrawnPNG(width: Self.width, height: Self.height, depth: depth, colorType: colorType, rows: rows)
        let expected = DrawnPicture(Self.width, Self.height) { x, _ in
            let alpha = x * 12
            let shown = colorType == 4 ? [200, 200, 200] : [200, 100, 40]
            func mixed(_ channel: Int, over background: Int) -> UInt8 {
                UInt8((shown[channel] * alpha + background * (255 - alpha) + 127) / 255)
            }
            return (mixed(0, over: 0), mixed(1, over: 0), mixed(2, over: 255))
        }
        try check(png, expected, background: Self.blue)
    }

    @Test func `a large PNG is averaged down before it is scaled`() throws {
        let png = DrawnPNG(.gradient(200, 120)).encoded
        let tile = try TileMaker.pixels(of: png, 25, 15)
        #expect(
            tile.meanError(
                to: DrawnPicture(25, 15) { x, y in
                    let pixel = DrawnPicture.gradient(200, 120)[8 * x + 4, 8 * y + 4]
                    return (pixel[0], pixel[1], pixel[2])
                }) < 2)
    }

    @Test func `text and profiles are skipped, not read`() throws {
        var png = DrawnPNG(.quarters(16, 16))
        png.chunks = [("iCCP", Array("junk".utf8)), ("zTXt", [1, 2, 3]), ("teXt", [])]
        let maker = try TileMaker(settings: .jpeg(PixelSize(width: 16, height: 16)))
        let tile = try maker.makeTile(from: png.encoded)
        #expect(tile.hasICCProfile && !tile.isDamaged)
    }

    @Test func `orientation of a PNG is applied`() throws {
        let upright = DrawnPicture.quarters(24, 16)
        for orientation in ImageOrientation.allCases {
            var png = DrawnPNG(upright.stored(for: orientation))
            png.chunks = [("eXIf", Array(DrawnJPEG.exif(orientation).dropFirst(10)))]
            #expect(try TileMaker.pixels(of: png.encoded, 24, 16).meanError(to: upright) < 1, "\(orientation)")
        }
    }
}
