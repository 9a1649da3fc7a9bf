internal import ImageHeaders
internal import ScaledJPEG

/// Makes tiles of screenshots, one after another: decode, frame, turn upright, scale, encode.
///
/// One for each worker. Planes, filters and codecs are kept from tile to tile; a tile's bytes depend on its screenshot
/// and the settings alone.
package final class TileMaker {
    let settings: TileSettings
    private let decoder: ImageDecoder
    private let resampler = Resampler()
    private let canvas: TileCanvas
    /// Nil where tiles stay pixels.
    private let encoder: TileEncoder?
    private var scaled = PlaneBuffer(capacity: 0)
    /// Copies of the planes of pictures that are decoded already; empty where there are none.
    private var frame: [PlaneBuffer] = []

    /// Makes a worker.
    ///
    /// - Throws: `invalidSettings`, `outOfMemory`.
    package convenience init(settings: TileSettings) throws(ImageError) {
        try self.init(settings: settings, tables: TableCache())
    }

    /// - Parameter tables: What makers of the same screenshots share.
    init(settings: TileSettings, tables: TableCache) throws(ImageError) {
        try settings.validate()
        self.settings = settings
        decoder = try ImageDecoder(limits: settings.limits, background: settings.background, tables: tables)
        canvas = TileCanvas(
            tileSize: settings.tileSize, cellSize: settings.cellSize, chroma: settings.codec.chroma)
        switch settings.codec {
        case .jpeg(let quality, _): encoder = try TileEncoder(quality: quality)
        case .png: encoder = nil
        }
    }

    /// Bytes kept for the next screenshot.
    var scratchBytes: Int {
        frame.reduce(decoder.scratchBytes + scaled.capacity + canvas.bytes) { $0 + $1.capacity }
    }

    /// The peak memory of making a tile of a screenshot, besides the file, from its header.
    ///
    /// - Throws: `unrecognizedFormat`, `malformed`, `unsupported`, `limitExceeded` where that exceeds the limit of one
    ///   screenshot.
    package func workingBytes(for bytes: [UInt8]) throws(ImageError) -> Int {
        let header = try decoder.header(of: bytes)
        let need = try decoder.workingBytes(for: bytes, header, DecodingPlan(placement(of: header)))
        try settings.limits.checkWorking(bytes: need, header.format.rawValue)
        return need
    }

    /// Makes a tile of a screenshot's file.
    ///
    /// - Throws: `damaged` unless the settings accept that; `unrecognizedFormat`, `malformed`, `unsupported`,
    ///   `limitExceeded`, `outOfMemory`.
    package func makeTile(from bytes: [UInt8]) throws(ImageError) -> MadeTile {
        let file = try open(bytes)
        return try makeTile(of: file, decoder.skipped([file]).first?.flatMap(\.self))
    }

    /// Makes tiles of several screenshots' files, which takes less time than one after the other; three at a time do
    /// best. Every tile is the same as if it were made alone.
    ///
    /// - Returns: A tile or the error that ``makeTile(from:)`` throws, for each file in order.
    package func makeTiles(from files: [[UInt8]]) -> [Result<MadeTile, ImageError>] {
        let opened = files.map { bytes in Result { () throws(ImageError) in try open(bytes) } }
        var skipped = decoder.skipped(opened.compactMap { try? $0.get() })[...]
        return opened.map { result in
            result.flatMap { file in
                let scaled = skipped.popFirst().flatMap(\.self)
                return Result { () throws(ImageError) in try makeTile(of: file, scaled) }
            }
        }
    }

    /// Makes a tile of a picture that is decoded already.
    ///
    /// - Throws: `damaged` unless the settings accept that; `limitExceeded`, `outOfMemory`.
    package func makeTile(from picture: PlanarPicture) throws(ImageError) -> MadeTile {
        if let damage = picture.damage, !settings.acceptsDamaged { throw ImageError(.damaged, "planes", damage) }
        try settings.limits.checkWorking(bytes: picture.bytes, "planes")
        while frame.count < picture.planes.count { frame.append(PlaneBuffer(capacity: 0)) }
        try draw(
            PlanarImage(picture, in: &frame),
            StoredPlacement(of: picture.size, .topLeft, on: settings.tileSize, framing: settings.framing))
        return MadeTile(
            bytes: try encodeCanvas(), format: nil, sourceSize: picture.size, isDamaged: picture.damage != nil,
            warnings: [picture.damage].compactMap(\.self), hasICCProfile: false, decoding: nil)
    }

    /// Makes the tile that stands where there is no picture: neutral gray.
    ///
    /// - Throws: `outOfMemory`.
    package func placeholder() throws(ImageError) -> MadeTile {
        canvas.fill(.neutral)
        return MadeTile(
            bytes: try encodeCanvas(), format: nil, sourceSize: nil, isDamaged: false, warnings: [],
            hasICCProfile: false, decoding: nil)
    }

    private func open(_ bytes: [UInt8]) throws(ImageError) -> ScreenshotFile {
        let header = try decoder.header(of: bytes)
        return ScreenshotFile(bytes: bytes, header: header, placement: placement(of: header))
    }

    private func makeTile(of file: ScreenshotFile, _ scaled: ScaledPicture?) throws(ImageError) -> MadeTile {
        let header = file.header
        let decoded = try decoder.decode(file, scaled)
        if decoded.findings.isDamaged, !settings.acceptsDamaged {
            throw ImageError(
                .damaged, header.format.rawValue, decoded.findings.warnings.first ?? "The picture is damaged.")
        }
        try draw(decoded.image, file.placement)
        return MadeTile(
            bytes: try encodeCanvas(), format: header.format, sourceSize: header.uprightSize,
            isDamaged: decoded.findings.isDamaged, warnings: decoded.findings.warnings,
            hasICCProfile: header.hasICCProfile, decoding: decoded.decoding)
    }

    private func placement(of header: ImageHeader) -> StoredPlacement {
        StoredPlacement(of: header.size, header.orientation, on: settings.tileSize, framing: settings.framing)
    }

    private func draw(_ image: PlanarImage, _ placement: StoredPlacement) throws(ImageError) {
        if placement.target.size != settings.tileSize { canvas.fill(YCbCrColor(settings.background)) }
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
        canvas.replicateEdges()
    }

    private func encodeCanvas() throws(ImageError) -> [UInt8] {
        guard let encoder else { return canvas.rgb() }
        return try encoder.encode(canvas)
    }
}
