import DrawnPictures
import Raster
import TiledJPEG

extension TileMaker {
    /// Makes the RGB pixels of one tile that fills its cell.
    static func pixels(
        of bytes: [UInt8], _ width: Int, _ height: Int, framing: Framing = .crop, background: RGBColor = .black,
        limits: DecodingLimits = DecodingLimits(), acceptsDamaged: Bool = false
    ) throws(ImageError) -> DrawnPicture {
        let size = PixelSize(width: width, height: height)
        let maker = try TileMaker(
            settings: TileSettings(
                tileSize: size, cellSize: size, codec: .png, framing: framing, background: background, limits: limits,
                acceptsDamaged: acceptsDamaged))
        return DrawnPicture(size: size, rgb: try maker.makeTile(from: bytes).bytes)
    }

    /// Makes one tile as it is stored, at quality 80.
    static func jpeg(
        of bytes: [UInt8], _ width: Int, _ height: Int, chroma: ChromaSubsampling = .yuv420
    ) throws(ImageError) -> [UInt8] {
        let size = PixelSize(width: width, height: height)
        let maker = try TileMaker(settings: .jpeg(size, chroma: chroma))
        return try maker.makeTile(from: bytes).bytes
    }
}

extension TileSettings {
    /// JPEG settings for a tile in the smallest cell that holds it.
    static func jpeg(
        _ tile: PixelSize, quality: Int = 80, chroma: ChromaSubsampling = .yuv420, acceptsDamaged: Bool = false
    ) -> TileSettings {
        TileSettings(
            tileSize: tile, cellSize: tile.roundedUp(toMultipleOf: chroma.mcuSize),
            codec: .jpeg(quality: quality, chroma: chroma), acceptsDamaged: acceptsDamaged)
    }
}
