internal import CCodecs
internal import TiledJPEG

/// Encodes cells as tiles: baseline JPEGs with one restart interval for each row of MCUs and with the same tables.
///
/// Only a JFIF segment precedes the tables, and quantizers have 8 bits.
@safe final class TileEncoder {
    /// Exists as long as the encoder.
    private let writer: OpaquePointer
    /// Offset of height and width in the frame header, the same for all tiles of an encoder; nil before the first tile.
    private var sizeOffset: Int?

    /// - Parameter quality: 1...100.
    init(quality: Int, tables: TableSet) throws(ImageError) {
        guard let writer = unsafe tables.withCodecTables(quality: quality, { unsafe codec_jpeg_writer_create(&$0) })
        else {
            throw ImageError(.outOfMemory, "JPEG", "The encoder could not be made.")
        }
        unsafe self.writer = unsafe writer
    }

    deinit { unsafe codec_jpeg_writer_destroy(writer) }

    /// Encodes the whole cell; the frame header states the tile's visible size.
    ///
    /// - Throws: `outOfMemory`; `malformed` or `unsupported` if libjpeg refuses the cell.
    func encode(_ canvas: TileCanvas) throws(ImageError) -> [UInt8] {
        var picture = CodecJPEGPicture()
        picture.width = Int32(canvas.cellSize.width)
        picture.height = Int32(canvas.cellSize.height)
        picture.chroma_span = Int32(canvas.chroma.span)
        let planes = canvas.planes
        unsafe picture.planes = (
            UnsafePointer(planes[0].row(0)), UnsafePointer(planes[1].row(0)), UnsafePointer(planes[2].row(0))
        )
        picture.strides = (planes[0].stride, planes[1].stride, planes[2].stride)
        var start: UnsafePointer<UInt8>?
        var count = 0
        // The canvas keeps its planes alive and holds whole MCUs; the writer's bytes are valid until it is used again.
        let status = unsafe codec_jpeg_writer_encode(writer, &picture, &start, &count)
        if let error = unsafe ImageError(
            status, "JPEG", message: String(cString: codec_jpeg_writer_message(writer)))
        {
            throw error
        }
        var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        try state(canvas.tileSize, in: &bytes)
        return bytes
    }

    /// Writes the visible size into the frame header. The scan holds whole MCUs in either case.
    private func state(_ size: PixelSize, in bytes: inout [UInt8]) throws(ImageError) {
        let offset: Int
        if let sizeOffset { offset = sizeOffset } else { offset = try Self.sizeOffset(in: bytes) }
        sizeOffset = offset
        bytes[offset] = UInt8(size.height >> 8)
        bytes[offset + 1] = UInt8(size.height & 0xFF)
        bytes[offset + 2] = UInt8(size.width >> 8)
        bytes[offset + 3] = UInt8(size.width & 0xFF)
    }

    private static func sizeOffset(in bytes: [UInt8]) throws(ImageError) -> Int {
        let header: JPEGHeader
        do { header = try JPEGHeader(parsing: bytes) } catch { throw ImageError(error) }
        guard let frame = header.segments.first(where: { $0.marker.isFrame }) else {
            throw ImageError(.malformed, "JPEG", "The encoder wrote no frame header.")
        }
        // The precision precedes height and width.
        return frame.payload.lowerBound + 1
    }
}

/// Draws and encodes tiles of one size; reused for every tile.
final class TileSurface {
    private let size: TileSize
    private let framing: Framing
    private let background: YCbCrColor
    private let canvas: TileCanvas
    /// The encoder of tiles; nil if tiles stay pixels.
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

    /// Size of the memory kept for the next screenshot, in bytes.
    var scratchBytes: Int { canvas.bytes }

    /// Makes the tile of a picture that was decoded at the scale of this size or of a larger one.
    ///
    /// - Parameters:
    ///   - stored: Size of the picture before it was scaled, in stored pixels.
    ///   - own: Framing of the picture; nil for the settings' framing.
    ///   - scaled: Memory for scaled planes.
    ///   - conversion: Converts the picture's colors to sRGB; nil if they are sRGB already.
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

    /// The pixels of the last tile.
    ///
    /// - Throws: `malformed`.
    func pixels() throws(ImageError) -> PlanarPicture { try canvas.picture() }

    /// Makes the placeholder for a missing picture.
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
