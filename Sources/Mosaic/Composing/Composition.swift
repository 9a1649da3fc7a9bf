package import Raster

/// The result of a composition.
public struct Composition: Sendable {
    /// The storyboard, ready to be published.
    public let storyboard: Storyboard
    /// The storyboards of further widths, in ascending order.
    package internal(set) var further: [Storyboard] = []
    /// Tiles that were moved from an earlier publication.
    package let reusedTiles: Int
    /// How each screenshot was decoded, in order of time; screenshots of moved tiles are not among them.
    package let decodings: [MadeTile.Decoding]
    /// Remarks on choices, such as how much a rounded tile crops.
    package let remarks: [String]
    /// The number of placeholders for screenshots that could not be downloaded; another attempt may succeed.
    package let brokenDownloads: Int
    /// Whether the same storyboard was published already, so that publishing changed nothing.
    public internal(set) var isUnchanged = false

    /// Bytes of all sheets, those of further widths included.
    package var bytes: Int { ([storyboard] + further).reduce(0) { $0 + $1.sheetBytes } }
    /// Tiles with a remark on their screenshot, in order of time.
    package var remarkable: [Tile] { storyboard.tiles.filter { $0.reason != nil } }
    /// The number of tiles that show no picture.
    package var placeholders: Int { storyboard.placeholders.count }
    /// The number of tiles made from screenshots or frames, without reused tiles.
    package var madeTiles: Int { storyboard.tiles.count - reusedTiles - placeholders }
    /// The number of screenshots with an ICC profile that is not converted.
    package var withICCProfile: Int { storyboard.tiles.count(where: \.source.hasICCProfile) }
}
