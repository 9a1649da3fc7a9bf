import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct PlanarPictureTests {
    private static let size = PixelSize(width: 51, height: 30)

    /// The planes of a file as a decoder that knows no tile gives them.
    private func planes(of file: [UInt8], _ chroma: ChromaSubsampling) throws -> PlanarPicture {
        let decoder = try ImageDecoder(limits: DecodingLimits(), background: .black)
        let header = try decoder.header(of: file)
        let placement = StoredPlacement(of: header.size, .topLeft, on: header.size, framing: .crop)
        let image = try decoder.decode(ScreenshotFile(bytes: file, header: header, placement: placement), nil).image
        let samples = image.planes.map { plane in
            (0..<plane.size.height).flatMap { y in (0..<plane.size.width).map { x in plane[x, y] } }
        }
        return try PlanarPicture(size: header.size, planes: samples, chroma: chroma)
    }

    @Test(arguments: [TileCodec.jpeg(quality: 80, chroma: .yuv420), .jpeg(quality: 80, chroma: .yuv444), .png])
    func `planes give the tile of the file that they were decoded from`(codec: TileCodec) throws {
        let settings = TileSettings(
            tileSize: Self.size, cellSize: Self.size.roundedUp(toMultipleOf: codec.cellUnit), codec: codec)
        let whole = DrawnPNG(.gradient(51, 30)).encoded
        let other = DrawnPNG(.gradient(60, 50)).encoded
        let half = DrawnJPEG().encode(.gradient(51, 30))
        let gray = DrawnJPEG(kind: .gray).encode(.gradient(51, 30))
        let maker = try TileMaker(settings: settings)
        for (file, chroma) in [(whole, ChromaSubsampling.yuv444), (other, .yuv444), (half, .yuv420), (gray, .yuv420)] {
            let tile = try maker.makeTile(from: planes(of: file, chroma))
            #expect(try tile.bytes == maker.makeTile(from: file).bytes)
        }
    }

    @Test func `planes that do not match the size are refused`() {
        let luma = [UInt8](repeating: 7, count: 12)
        let size = PixelSize(width: 4, height: 3)
        #expect((try? PlanarPicture(size: size, planes: [luma], chroma: .yuv420)) != nil)
        let chroma = [UInt8](repeating: 7, count: 4)
        #expect((try? PlanarPicture(size: size, planes: [luma, chroma, chroma], chroma: .yuv420)) != nil)
        for planes in [[], [chroma], [luma, chroma], [luma, chroma, luma], [luma, luma, luma, luma]] {
            #expect((try? PlanarPicture(size: size, planes: planes, chroma: .yuv420)) == nil)
        }
        #expect((try? PlanarPicture(size: PixelSize(width: 0, height: 0), planes: [[]], chroma: .yuv420)) == nil)
    }

    @Test func `planes beyond the limit are refused`() throws {
        var settings = TileSettings.jpeg(Self.size)
        settings.limits.workingBytes = 11
        let picture = try PlanarPicture(
            size: PixelSize(width: 4, height: 3), planes: [[UInt8](repeating: 7, count: 12)], chroma: .yuv420)
        let maker = try TileMaker(settings: settings)
        #expect(throws: ImageError.self) { try maker.makeTile(from: picture) }
    }
}
