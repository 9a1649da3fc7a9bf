package import TiledJPEG

/// A tile with facts about its screenshot.
package struct MadeTile: Sendable {
    /// A JPEG of the tile's visible size whose scan fills its cell; for PNG sheets the cell's RGB pixels, row by row,
    /// 3 bytes each.
    package let bytes: [UInt8]
    /// The screenshot's format; nil for a placeholder.
    package let format: ImageFormat?
    /// The screenshot's pixels after orientation; nil for a placeholder.
    package let sourceSize: PixelSize?
    /// Whether parts of the picture are wrong or missing.
    package let isDamaged: Bool
    /// One sentence on everything that the decoder forgave, damage first.
    package let warnings: [String]
    /// Whether the screenshot carries an ICC profile that is not converted: it is damaged, or has tables.
    package let hasICCProfile: Bool
    /// How the screenshot was decoded; nil for a placeholder.
    package let decoding: Decoding?
    /// The same as ``bytes`` for each further size of the settings.
    package var further: [[UInt8]] = []

    /// The pixels of the tile in each size if the settings keep them; empty otherwise.
    package var pixels: [PlanarPicture] = []

    /// The tile in one of the settings' sizes, by its position; 0 is that of the tile itself.
    package func bytes(ofSize position: Int) -> [UInt8] { position == 0 ? bytes : further[position - 1] }

    /// The ways to decode a screenshot, the fastest first.
    package enum Decoding: String, Hashable, Sendable, CaseIterable {
        /// Straight to the tile's scale, skipping what that does not need.
        case scaled
        /// By libjpeg, without the progressive scans that the tile's scale does not need.
        case filtered
        /// By libjpeg or libpng, as any other program does it.
        case general
    }
}
