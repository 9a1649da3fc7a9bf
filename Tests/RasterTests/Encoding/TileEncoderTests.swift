import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct TileEncoderTests {
    @Test(
        arguments: [
            PixelSize(width: 256, height: 144), PixelSize(width: 250, height: 141), PixelSize(width: 1, height: 1),
        ],
        ChromaSubsampling.allCases)
    func `a tile is baseline with one restart interval a row of MCUs`(
        tile: PixelSize, chroma: ChromaSubsampling
    ) throws {
        let bytes = try TileMaker.jpeg(
            of: DrawnPNG(.noise(300, 200, seed: 2)).encoded, tile.width, tile.height, chroma: chroma)
        var reader = try JPEGSegmentReader(bytes)
        let header = try JPEGHeader(&reader)
        #expect(header.frame.marker == .baselineFrame && header.frame.precision == 8)
        #expect(header.frame.size == tile)
        #expect(header.frame.mcuSize == chroma.mcuSize)
        #expect(header.frame.components.map(\.id) == [1, 2, 3])
        let cell = tile.roundedUp(toMultipleOf: chroma.mcuSize)
        #expect(header.restartInterval == cell.width / chroma.mcuSize.width)
        #expect(try reader.entropySegments().count == cell.height / chroma.mcuSize.height)
        #expect(try reader.next().marker == .endOfImage)
        #expect(reader.position == bytes.count)
    }

    @Test func `a tile has a JFIF segment and no other application segment or comment`() throws {
        let header = try JPEGHeader(parsing: TileMaker.jpeg(of: DrawnPNG(.gradient(64, 64)).encoded, 32, 32))
        #expect(header.hasJFIF && header.adobeTransform == nil && !header.hasICCProfile)
        let others = header.segments.map(\.marker).filter { (0xE1...0xEF).contains($0.rawValue) || $0.rawValue == 0xFE }
        #expect(others.isEmpty)
    }

    @Test func `Huffman tables equal the tables of Annex K`() throws {
        let header = try JPEGHeader(parsing: TileMaker.jpeg(of: DrawnPNG(.gradient(64, 64)).encoded, 32, 32))
        let luma = try #require(header.dcTables[0])
        let chroma = try #require(header.dcTables[1])
        // T.81, tables K.3 and K.4; the AC tables by their counts in K.5 and K.6.
        #expect(luma.counts == [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0] && luma.symbols == Array(0...11))
        #expect(chroma.counts == [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0] && chroma.symbols == Array(0...11))
        #expect(header.acTables[0]?.counts == [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D])
        #expect(header.acTables[1]?.counts == [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77])
        #expect(header.dcTables[2] == nil && header.acTables[2] == nil)
    }

    @Test(arguments: [1, 50, 80, 100])
    func `quantizers are forced to 8 bits and follow the quality`(quality: Int) throws {
        let size = PixelSize(width: 32, height: 32)
        let bytes = try TileMaker(settings: .jpeg(size, quality: quality)).placeholder().bytes
        let header = try JPEGHeader(parsing: bytes)
        #expect(header.frame.marker == .baselineFrame)
        // K.1 begins with 16; qualities below 50 scale by 5000 / q percent, others by 200 - 2 q.
        let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
        let first = min(max((16 * percent + 50) / 100, 1), 255)
        #expect(header.quantizers[0]?.values.first.map(Int.init) == first)
    }

    @Test func `a full decode gives the picture back`() throws {
        let picture = DrawnPicture.gradient(50, 30)
        for chroma in ChromaSubsampling.allCases {
            let bytes = try TileMaker.jpeg(of: DrawnPNG(picture).encoded, 50, 30, chroma: chroma)
            let decoded = try #require(DrawnPicture(independentlyDecoding: bytes))
            #expect(decoded.meanError(to: picture) < 4)
        }
    }

    @Test func `padding of the cell repeats the tile's edge`() throws {
        // Restate the cell's size to look at what lies beyond the tile.
        let picture = DrawnPicture(50, 30) { x, y in x < 25 ? (40, 40, 200) : (200, UInt8(4 * y), 40) }
        var bytes = try TileMaker(settings: .jpeg(picture.size, quality: 100)).makeTile(from: DrawnPNG(picture).encoded)
            .bytes
        let frame = try #require(try JPEGHeader(parsing: bytes).segments.first { $0.marker.isFrame })
        bytes.replaceSubrange(frame.payload.lowerBound + 1..<frame.payload.lowerBound + 5, with: [0, 32, 0, 64])
        let cell = try #require(DrawnPicture(independentlyDecoding: bytes))
        for y in 0..<32 {
            let edge = picture[49, min(y, 29)].map(Int.init)
            for x in 50..<64 {
                let worst = zip(cell[x, y], edge).map { abs(Int($0) - $1) }.max() ?? 255
                #expect(worst <= 12, "\(x),\(y)")
            }
        }
    }

    @Test func `the same tile has the same bytes from every encoder`() throws {
        let png = DrawnPNG(.noise(100, 60, seed: 9)).encoded
        #expect(try TileMaker.jpeg(of: png, 64, 32) == TileMaker.jpeg(of: png, 64, 32))
    }
}
