package import TiledJPEG

/// Makes tiles of screenshots, one after another: decodes, frames, rotates upright, scales and encodes.
///
/// A screenshot is decoded once, at the scale of the widest of the settings' sizes, and the tiles of all sizes are made
/// from this picture. Each worker needs a separate maker. Planes, filters and codecs are kept from tile to tile. A
/// tile's bytes depend only on its screenshot and the settings. Tiles of the widest size are the same with and without
/// further sizes.
package final class TileMaker {
    let settings: TileSettings
    private let decoder: ImageDecoder
    private let resampler: Resampler
    /// One surface for each size.
    private let surfaces: [TileSurface]
    private var scaled = PlaneBuffer(capacity: 0)
    /// The last ICC profile and its conversion: most screenshots of one source have the same profile.
    private var known: (profile: [UInt8], use: ProfileUse)?
    /// Buffers for the planes of decoded pictures; empty without such pictures.
    private var frame: [PlaneBuffer] = []

    /// Creates a maker.
    ///
    /// - Throws: `invalidSettings`, `outOfMemory`.
    package convenience init(settings: TileSettings) throws(ImageError) {
        try self.init(settings: settings, tables: TableCache())
    }

    /// - Parameter tables: Look-up tables that makers of the same screenshots share.
    init(settings: TileSettings, tables: TableCache) throws(ImageError) {
        try settings.validate()
        self.settings = settings
        decoder = try ImageDecoder(limits: settings.limits, background: settings.background, tables: tables)
        var surfaces: [TileSurface] = []
        for size in settings.sizes { surfaces.append(try TileSurface(size, settings)) }
        self.surfaces = surfaces
        resampler = Resampler(sizes: surfaces.count)
    }

    /// Size of the memory kept for the next screenshot, in bytes.
    var scratchBytes: Int {
        let drawn = surfaces.reduce(0) { $0 + $1.scratchBytes }
        return frame.reduce(decoder.scratchBytes + scaled.capacity + drawn) { $0 + $1.capacity }
    }

    /// Peak memory of making a tile of a screenshot in bytes, without the file; computed from the header.
    ///
    /// - Throws: `unrecognizedFormat`, `malformed`, `unsupported`, `limitExceeded` if the memory exceeds the limit of
    ///   one screenshot.
    package func workingBytes(for bytes: [UInt8]) throws(ImageError) -> Int {
        let header = try decoder.header(of: bytes)
        let need = try decoder.workingBytes(for: bytes, header, DecodingPlan(placement(of: header)))
        try settings.limits.checkWorking(bytes: need, header.format.rawValue)
        return need
    }

    /// Makes a tile of a screenshot's file.
    ///
    /// - Throws: `damaged` unless the settings accept damage; `unrecognizedFormat`, `malformed`, `unsupported`,
    ///   `limitExceeded`, `outOfMemory`.
    package func makeTile(from bytes: [UInt8]) throws(ImageError) -> MadeTile {
        let file = try open(bytes)
        return try makeTile(of: file, decoder.skipped([file]).first?.flatMap(\.self))
    }

    /// Makes tiles of several screenshots' files, which takes less time than one after the other; three at a time are
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

    /// Makes a tile of a decoded picture.
    ///
    /// - Throws: `damaged` unless the settings accept damage; `unsupported`, `limitExceeded`, `outOfMemory`.
    package func makeTile(from picture: PlanarPicture) throws(ImageError) -> MadeTile {
        if let damage = picture.damage, !settings.acceptsDamaged { throw ImageError(.damaged, "planes", damage) }
        try settings.limits.checkWorking(bytes: picture.bytes, "planes")
        while frame.count < picture.planes.count { frame.append(PlaneBuffer(capacity: 0)) }
        let image = PlanarImage(picture, in: &frame)
        let tiles = try tiles(of: image, stored: picture.size, .topLeft, framing: picture.framing, nil)
        return MadeTile(
            bytes: tiles[0], format: nil, sourceSize: picture.size, isDamaged: picture.damage != nil,
            warnings: [picture.damage].compactMap(\.self), hasICCProfile: false, decoding: nil,
            further: Array(tiles.dropFirst()), pixels: try keptPixels())
    }

    /// The pixels of the last tiles; empty unless the settings keep them.
    private func keptPixels() throws(ImageError) -> [PlanarPicture] {
        guard settings.keepsPixels else { return [] }
        var pixels: [PlanarPicture] = []
        for surface in surfaces { pixels.append(try surface.pixels()) }
        return pixels
    }

    /// Makes the placeholder for a missing picture: neutral gray.
    ///
    /// - Throws: `outOfMemory`.
    package func placeholder() throws(ImageError) -> MadeTile {
        var tiles: [[UInt8]] = []
        for surface in surfaces { tiles.append(try surface.placeholder()) }
        return MadeTile(
            bytes: tiles[0], format: nil, sourceSize: nil, isDamaged: false, warnings: [],
            hasICCProfile: false, decoding: nil, further: Array(tiles.dropFirst()))
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
        let profile = profileUse(of: file)
        let tiles = try tiles(of: decoded.image, stored: header.size, header.orientation, profile.conversion)
        return MadeTile(
            bytes: tiles[0], format: header.format, sourceSize: header.uprightSize,
            isDamaged: decoded.findings.isDamaged, warnings: decoded.findings.warnings,
            hasICCProfile: profile.isUnread, decoding: decoded.decoding, further: Array(tiles.dropFirst()),
            pixels: try keptPixels())
    }

    /// The picture's placement on the widest tile, which determines the scale of decoding.
    private func placement(of header: ImageHeader) -> StoredPlacement {
        StoredPlacement(of: header.size, header.orientation, on: settings.widest, framing: settings.framing)
    }

    /// The conversion of a screenshot's colors to sRGB.
    private enum ProfileUse {
        /// The screenshot has no profile, or the profile of sRGB.
        case same
        case converted(ColorConversion)
        /// The profile cannot be converted, such as a damaged profile or one with look-up tables.
        case unread

        init(_ profile: ICCProfile?) {
            guard let profile else {
                self = .unread
                return
            }
            let conversion = ColorConversion(profile)
            self = conversion.isIdentity ? .same : .converted(conversion)
        }

        var isUnread: Bool { if case .unread = self { true } else { false } }
        var conversion: ColorConversion? { if case .converted(let conversion) = self { conversion } else { nil } }
    }

    private func profileUse(of file: ScreenshotFile) -> ProfileUse {
        guard file.header.hasICCProfile else { return .same }
        guard let profile = file.profile else { return .unread }
        if let known, known.profile == profile { return known.use }
        let use = ProfileUse(ICCProfile(parsing: profile))
        known = (profile, use)
        return use
    }

    /// The tile in each size.
    private func tiles(
        of image: PlanarImage, stored: PixelSize, _ orientation: ImageOrientation, framing: Framing? = nil,
        _ conversion: ColorConversion?
    ) throws(ImageError) -> [[UInt8]] {
        var tiles: [[UInt8]] = []
        for surface in surfaces {
            tiles.append(
                try surface.tile(
                    of: image, stored: stored, orientation, framing: framing, by: resampler, in: &scaled, conversion))
        }
        return tiles
    }
}

/// A tile with facts about its screenshot.
package struct MadeTile: Sendable {
    /// A JPEG of the tile's visible size whose scan fills its cell; for PNG sheets the cell's RGB pixels, row by row,
    /// 3 bytes each.
    package let bytes: [UInt8]
    /// The screenshot's format; nil for a placeholder and for a decoded picture.
    package let format: ImageFormat?
    /// The upright size of the screenshot in pixels; nil for a placeholder.
    package let sourceSize: PixelSize?
    /// Whether parts of the picture are wrong or missing.
    package let isDamaged: Bool
    /// One sentence for each fault that the decoder tolerated, damage first.
    package let warnings: [String]
    /// Whether the screenshot has an ICC profile that is not converted, such as a damaged profile or one with look-up
    /// tables.
    package let hasICCProfile: Bool
    /// How the screenshot was decoded; nil for a placeholder and for a decoded picture.
    package let decoding: Decoding?
    /// Tiles like ``bytes`` for each further size of the settings.
    package var further: [[UInt8]] = []

    /// The pixels of the tile in each size if the settings keep them; empty otherwise.
    package var pixels: [PlanarPicture] = []

    /// The tile in one of the settings' sizes, by its position; 0 is the size of the tile itself.
    package func bytes(ofSize position: Int) -> [UInt8] { position == 0 ? bytes : further[position - 1] }

    /// The ways to decode a screenshot, the fastest first.
    package enum Decoding: String, Hashable, Sendable, CaseIterable {
        /// Directly to the tile's scale, without the coefficients that the scale does not need.
        case scaled
        /// By libjpeg, without the progressive scans that the tile's scale does not need.
        case filtered
        /// By libjpeg or libpng, from the whole file.
        case general
    }
}
