import CJPEGOracle
import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct TableSetTests {
    private static let size = PixelSize(width: 64, height: 48)

    private func header(_ set: TableSet, _ quality: Int, _ chroma: ChromaSubsampling = .yuv420) throws -> JPEGHeader {
        try JPEGHeader(parsing: tile(of: .gradient(64, 48), set, quality, chroma))
    }

    private func tile(
        of picture: DrawnPicture, _ set: TableSet, _ quality: Int, _ chroma: ChromaSubsampling = .yuv420
    ) throws -> [UInt8] {
        let codec = TileCodec.jpeg(quality: quality, chroma: chroma, tables: set)
        let cell = picture.size.roundedUp(toMultipleOf: codec.cellUnit)
        let maker = try TileMaker(settings: TileSettings(tileSize: picture.size, cellSize: cell, codec: codec))
        return try maker.makeTile(from: DrawnPNG(picture).encoded).bytes
    }

    @Test func `Annex K is scaled as libjpeg scales it`() throws {
        let picture = DrawnPicture.gradient(16, 16)
        for quality in 1...100 {
            let drawn = DrawnJPEG(quality: Int32(quality), horizontal: [2, 1, 1], vertical: [2, 1, 1]).encode(picture)
            let expected = try JPEGHeader(parsing: drawn)
            let quantizers = TableSet.annexK.quantizers(quality: quality).map { $0.map(UInt16.init) }
            #expect(quantizers == [0, 1, 1].map { expected.quantizers[$0]?.values ?? [] }, "quality \(quality)")
        }
    }

    @Test(arguments: TableSet.allCases)
    func `quantizers never grow with the quality`(set: TableSet) {
        for quality in 2...100 {
            let worse = set.quantizers(quality: quality - 1).joined()
            let better = set.quantizers(quality: quality).joined()
            #expect(zip(worse, better).allSatisfy { $0 >= $1 }, "quality \(quality)")
        }
        #expect(set.quantizers(quality: 100).joined().allSatisfy { $0 == 1 })
        #expect(set.quantizers(quality: 1).joined().allSatisfy { $0 > 32 })
    }

    @Test func `the quantizers of the newest set at quality 80 are these for ever`() {
        let tables = TableSet.thumbnails1.quantizers(quality: 80)
        #expect(tables.map { Array($0.prefix(8)) } == Self.first)
        #expect(tables.map { $0.reduce(0) { $0 + Int($1) } } == Self.sums)
    }

    private static let first: [[UInt8]] = [
        [6, 6, 6, 12, 8, 12, 12, 12], [5, 8, 8, 14, 11, 14, 15, 13], [5, 5, 5, 10, 8, 10, 9, 10],
    ]
    private static let sums = [1188, 2486, 1014]

    @Test func `its header has three quantizers and two pairs of codes`() throws {
        for chroma in ChromaSubsampling.allCases {
            let header = try header(.thumbnails1, 80, chroma)
            #expect(header.frame.marker == .baselineFrame && header.frame.components.map(\.quantizer) == [0, 1, 2])
            let values = (0..<3).map { header.quantizers[$0]?.values ?? [] }
            #expect(values == TableSet.thumbnails1.quantizers(quality: 80).map { $0.map(UInt16.init) })
            #expect(header.scan.components.map(\.dcTable) == [0, 1, 1])
            #expect(header.scan.components.map(\.acTable) == [0, 1, 1])
            let codes = [header.dcTables[0], header.acTables[0], header.dcTables[1], header.acTables[1]]
            #expect(codes.map { ($0?.counts ?? []) + ($0?.symbols ?? []) } == TableSet.thumbnails1.codes)
        }
    }

    @Test func `each symbol of a baseline picture has a code`() throws {
        let codes = try #require(TableSet.thumbnails1.codes)
        let magnitudes = (0...15).flatMap { run in (1...10).map { UInt8(run << 4 | $0) } }
        for (index, code) in codes.enumerated() {
            let expected = index % 2 == 0 ? Array(0...11) : [0, 0xF0] + magnitudes
            #expect(code.dropFirst(16).sorted() == expected.sorted())
            #expect(code.prefix(16).reduce(0) { $0 + Int($1) } == expected.count)
        }
    }

    @Test(arguments: TableSet.allCases, ChromaSubsampling.allCases)
    func `every quality is recognized by its tables, and libjpeg reads it`(
        set: TableSet, chroma: ChromaSubsampling
    ) throws {
        let noise = DrawnPicture.noise(48, 32, seed: 7)
        for quality in 1...100 {
            let bytes = try tile(of: noise, set, quality, chroma)
            let recognized = try #require(set.quality(of: JPEGHeader(parsing: bytes)))
            #expect(set.quantizers(quality: recognized) == set.quantizers(quality: quality))
            #expect(quality < 5 || recognized == quality)
            var pixels = CJPEGOracleCoefficients()
            try #require(cjpegoracle_read_coefficients(bytes, bytes.count, &pixels) == 1)
            defer { cjpegoracle_free_coefficients(&pixels) }
            #expect(pixels.warnings == 0, "quality \(quality)")
        }
    }

    @Test func `a set is not recognized as another one`() throws {
        for quality in [1, 50, 80, 100] {
            #expect(try TableSet.thumbnails1.quality(of: header(.annexK, quality)) == nil)
        }
        #expect(try TableSet.annexK.quality(of: header(.thumbnails1, 80)) == nil)
    }

    @Test(arguments: TableSet.allCases)
    func `a better quality costs more bytes and is closer to the picture`(set: TableSet) throws {
        let picture = DrawnPicture(96, 64) { x, y in
            (UInt8(x * 2), UInt8((x * y / 24) % 256), UInt8((x / 8 + y / 8) % 2 == 0 ? 60 : 180))
        }
        var earlier = (bytes: 0, error: Double.infinity)
        for quality in stride(from: 5, through: 100, by: 5) {
            let bytes = try tile(of: picture, set, quality, .yuv444)
            let decoded = try #require(DrawnPicture(independentlyDecoding: bytes))
            let error = decoded.meanError(to: picture)
            #expect(bytes.count >= earlier.bytes && error <= earlier.error, "quality \(quality)")
            earlier = (bytes.count, error)
        }
    }
}
