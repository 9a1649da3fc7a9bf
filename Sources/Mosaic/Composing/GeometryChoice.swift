import ImageHeaders
import Raster

/// Finds the geometry of a composition: the recorded one, or one that suits most screenshots.
struct GeometryChoice: Sendable {
    /// A geometry, and what is to be said about it.
    struct Outcome {
        let geometry: TileGeometry
        let remark: String?
    }

    let request: GeometryRequest
    let mcu: PixelSize
    /// Headers read at a time.
    let workers: Int

    /// Keeps a recorded geometry.
    ///
    /// - Throws: `invalidSettings` where something else is asked for.
    func keeping(_ recorded: TileGeometry) throws -> Outcome {
        guard request.accepts(recorded, mcu: mcu) else {
            throw MosaicError(
                .invalidSettings, Storyboard.recordName,
                "The storyboard has tiles of \(recorded.tile) in cells of \(recorded.cell), \(recorded.grid) on a sheet; "
                    + "--regrid changes that.")
        }
        return Outcome(geometry: recorded, remark: nil)
    }

    /// Chooses by the majority of the screenshots that can be decoded.
    ///
    /// Headers tell the sizes. Only where they disagree does it matter whose picture is whole, and a trial finds out.
    /// - Parameter trial: For each screenshot whether it decodes; called at most once.
    /// - Throws: `noScreenshots`, `invalidSettings`, whatever `trial` throws.
    func choosing(for screenshots: [Screenshot], trial: () async throws -> [Bool]) async throws -> Outcome {
        let sizes = await HeaderProbe.uprightSizes(of: screenshots, workers: workers)
        let known = sizes.compactMap(\.self)
        var candidates = known
        if !AspectMajority.isUnanimous(known) {
            let decodes = try await trial()
            candidates = zip(sizes, decodes).compactMap { size, decodes in decodes ? size : nil }
        }
        guard let majority = AspectMajority.size(among: candidates) else {
            throw MosaicError(
                .damaged, screenshots.first?.name ?? "", "None of \(screenshots.count) screenshots can be decoded.")
        }
        let geometry = try request.geometry(for: majority, mcu: mcu)
        return Outcome(
            geometry: geometry, remark: try request.croppingRemark(for: majority, tile: geometry.tile, mcu: mcu))
    }
}
