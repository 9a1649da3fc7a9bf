import Raster
import TiledJPEG

/// Finds the geometry of a composition: the recorded one, or one that suits most screenshots.
struct GeometryChoice: Sendable {
    /// A geometry, with a remark for the user.
    struct Outcome {
        let geometry: TileGeometry
        let remark: String?
    }

    let request: GeometryRequest
    let mcu: PixelSize
    let reader: any ScreenshotReader
    /// Maximum number of headers read at a time.
    let workers: Int

    /// Keeps a recorded geometry.
    ///
    /// - Throws: `invalidSettings` if another geometry or an invalid one is requested.
    func keeping(_ recorded: TileGeometry) throws -> Outcome {
        _ = try request.sideLimit()
        guard request.accepts(recorded, mcu: mcu) else {
            // An impossible size is reported first.
            _ = try request.geometry(for: recorded.tile, mcu: mcu)
            throw MosaicError(
                .invalidSettings, Storyboard.recordName,
                "The storyboard has tiles of \(recorded.tile) in cells of \(recorded.cell), \(recorded.grid) on a sheet; "
                    + "--regrid changes that.")
        }
        return Outcome(geometry: recorded, remark: nil)
    }

    /// The size whose aspect ratio most screenshots have. Damaged screenshots do not count.
    ///
    /// Sizes are read from headers. The screenshots are decoded, to exclude damaged ones, only if their ratios differ.
    /// - Parameter trial: Decodes screenshots and returns their results.
    /// - Throws: `damaged` if no usable screenshot has a known size, or `unavailable` or `refused` if it could not be
    ///   downloaded; errors of `trial`.
    func majority(
        of screenshots: [Screenshot], trial: ([Screenshot]) async throws -> [TileRecord]
    ) async throws -> PixelSize {
        let sizes = await reader.sizes(of: screenshots, lanes: workers)
        let known = sizes.compactMap(\.self)
        var candidates = known
        if !AspectMajority.isUnanimous(known) {
            let records = try await trial(screenshots)
            candidates = zip(sizes, records).compactMap { size, record in record.state == .placeholder ? nil : size }
        }
        guard let majority = AspectMajority.size(among: candidates) else {
            // Decoding the first screenshot gives a reason.
            let first = try await trial(Array(screenshots.prefix(1))).first
            throw MosaicError(
                unusable: first?.source.name ?? "",
                because: first?.reason ?? "Its size is not said in the beginning of the file.", broken: first?.broken,
                count: screenshots.count, of: screenshots.count)
        }
        return majority
    }

    /// Chooses the geometry for upright screenshots of the size `majority`.
    ///
    /// - Throws: `invalidSettings`.
    func choosing(for majority: PixelSize) throws -> Outcome {
        let geometry = try request.geometry(for: majority, mcu: mcu)
        return Outcome(
            geometry: geometry, remark: try request.croppingRemark(for: majority, tile: geometry.tile, mcu: mcu))
    }
}

/// Picks the picture size whose aspect ratio most screenshots share.
enum AspectMajority {
    /// The first size of the most frequent exact ratio; the earlier ratio wins a tie. Nil without sizes.
    static func size(among sizes: [PixelSize]) -> PixelSize? {
        if isUnanimous(sizes) { return sizes.first }
        var votes: [PixelSize: (count: Int, first: Int)] = [:]
        for (position, size) in sizes.enumerated() {
            votes[ratio(of: size), default: (0, position)].count += 1
        }
        let winner = votes.values.max { ($0.count, -$0.first) < ($1.count, -$1.first) }
        return winner.map { sizes[$0.first] }
    }

    /// Whether all sizes have the same exact ratio.
    static func isUnanimous(_ sizes: [PixelSize]) -> Bool {
        guard let first = sizes.first.map(ratio) else { return true }
        return sizes.allSatisfy { ratio(of: $0) == first }
    }

    private static func ratio(of size: PixelSize) -> PixelSize {
        var (divisor, rest) = (size.width, size.height)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return PixelSize(width: size.width / max(1, divisor), height: size.height / max(1, divisor))
    }
}
