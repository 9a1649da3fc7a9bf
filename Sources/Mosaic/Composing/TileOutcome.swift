import Raster
import WebVTT

/// The result for one screenshot: a tile and its record.
struct TileOutcome: Sendable {
    /// Nil where a placeholder is needed.
    let tile: MadeTile?
    let record: TileRecord
}

/// The part of an outcome that is kept when its pixels are on a sheet.
struct TileRecord: Sendable {
    let source: Tile.Source
    let state: Tile.State
    /// One sentence on the screenshot's fault; `nil` without one.
    let reason: String?
    /// How the screenshot was decoded; nil where it was not.
    let decoding: MadeTile.Decoding?
    /// The playback time of the frame that the tile shows; nil where no film has it.
    var frameTime: Timestamp?
    /// Why the picture could not be downloaded: `unavailable` where another attempt may succeed, or `refused`; nil
    /// otherwise.
    var broken: MosaicError.Code?
}

extension TileRecord {
    /// The record of a chapter whose screenshot is still to come.
    init(notArrived name: String) {
        self.init(
            source: Tile.Source(
                name: name, bytes: nil, checksum: nil, version: nil, hasICCProfile: false),
            state: .placeholder, reason: "Its screenshot has not arrived.", decoding: nil)
    }
}

extension MosaicError {
    /// Creates an error for an unusable screenshot, with its name, the reason, and the number of unusable
    /// screenshots.
    ///
    /// - Parameter broken: The kind of fault if it could not be downloaded; `nil` if it is damaged.
    init(unusable name: String, because reason: String, broken: Code? = nil, count: Int, of total: Int) {
        let extent = total == 1 ? "It is the only screenshot." : "\(count) of \(total) screenshots cannot be used."
        self.init(broken ?? .damaged, name, "\(reason) \(extent)")
    }
}
