package import Raster

/// What a composition came to.
public struct Composition: Sendable {
    /// The storyboard, ready to be published.
    public let storyboard: Storyboard
    /// Tiles that were moved out of an earlier publication instead of being made.
    package let reusedTiles: Int
    /// How many screenshots were decoded in which way; those of moved tiles are not among them.
    package let decodings: [MadeTile.Decoding: Int]
    /// Sentences on what was decided, such as how much a rounded tile crops.
    package let remarks: [String]
    /// Whether just this was published already, so that publishing it changed nothing.
    public internal(set) var isUnchanged = false

    /// The tiles whose screenshots there is something to say about, in order of time.
    package var remarkable: [Tile] { storyboard.tiles.filter { $0.reason != nil } }
    /// How many tiles stand in for screenshots that could not be decoded.
    package var placeholders: Int { storyboard.placeholders.count }
    /// How many screenshots carry an ICC profile; profiles are not converted.
    package var withICCProfile: Int { storyboard.tiles.count(where: \.source.hasICCProfile) }
}
