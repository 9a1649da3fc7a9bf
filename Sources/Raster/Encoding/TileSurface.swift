internal import TiledJPEG

/// One size in which tiles are drawn and encoded; kept from tile to tile.
final class TileSurface {
    private let size: TileSize
    private let framing: Framing
    private let background: YCbCrColor
    private let canvas: TileCanvas
    /// Nil where tiles stay pixels.
    private let encoder: TileEncoder?

    /// - Throws: `outOfMemory`.
    init(_ size: TileSize, _ settings: TileSettings) throws(ImageError) {
        self.size = size
        framing = settings.framing
        background = YCbCrColor(settings.background)
        canvas = TileCanvas(tileSize: size.tile, cellSize: size.cell, chroma: settings.codec.chroma)
        switch settings.codec {
        case .jpeg(let quality, _, let tables): encoder = try TileEncoder(quality: quality, tables: tables)
        case .png: encoder = nil
        }
    }

    /// Bytes kept for the next screenshot.
    var scratchBytes: Int { canvas.bytes }

    /// Makes the tile of a picture that was decoded at the scale of this size or of a larger one.
    ///
    /// - Parameters:
    ///   - stored: The picture's size before it was scaled, as stored.
    ///   - own: How the picture meets the tile; nil for the settings' way.
    ///   - scaled: Memory for scaled planes.
    ///   - conversion: Converts the picture's colors to sRGB; nil if they are.
    /// - Throws: `unsupported`, `outOfMemory`.
    func tile(
        of image: PlanarImage, stored: PixelSize, _ orientation: ImageOrientation, framing own: Framing? = nil,
        by resampler: Resampler, in scaled: inout PlaneBuffer, _ conversion: ColorConversion?
    ) throws(ImageError) -> [UInt8] {
        let placement = StoredPlacement(of: stored, orientation, on: size.tile, framing: own ?? framing)
        if placement.target.size != size.tile { canvas.fill(background) }
        for index in canvas.planes.indices {
            guard index < image.planes.count else {
                canvas.fill(plane: index, YCbCrColor.neutral.blue, in: placement.target)
                continue
            }
            let span = canvas.span(ofPlane: index)
            let target = placement.storedTarget
            let samples = PixelSize(width: (target.width + span - 1) / span, height: (target.height + span - 1) / span)
            let plane = image.planes[index]
            let part = try resampler.resample(
                plane, SampleRegion(placement, on: plane, span: span), to: samples, in: &scaled)
            canvas.draw(part, plane: index, at: placement)
        }
        if let conversion { canvas.convert(placement.target, by: conversion) }
        canvas.replicateEdges()
        return try encoded()
    }

    /// The pixels of the tile that was made last.
    ///
    /// - Throws: `malformed`.
    func pixels() throws(ImageError) -> PlanarPicture { try canvas.picture() }

    /// Makes the tile that stands where there is not a picture.
    ///
    /// - Throws: `outOfMemory`.
    func placeholder() throws(ImageError) -> [UInt8] {
        canvas.fill(.neutral)
        return try encoded()
    }

    private func encoded() throws(ImageError) -> [UInt8] {
        guard let encoder else { return canvas.rgb() }
        return try encoder.encode(canvas)
    }
}
