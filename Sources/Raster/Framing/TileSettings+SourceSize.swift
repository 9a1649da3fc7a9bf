package import TiledJPEG

extension TileSettings {
    /// Pixels on a side by which a whole picture may be larger than the tile and still be scaled to the tile itself.
    private static let negligible = 2
    /// The excess over the tile is a multiple of this: half of it, cut off on each side, is even, so that chroma is
    /// not scaled again.
    private static let unit = 4

    /// The size to which a decoder of scalable pictures best scales a whole picture: cut to the widest tile or put on
    /// it, its samples are used as they are.
    ///
    /// - Parameters:
    ///   - picture: The picture's size, upright.
    ///   - longestSide: The decoder's limit.
    package func sourceSize(of picture: PixelSize, longestSide: Int) -> PixelSize {
        let tile = widest
        switch framing {
        case .pad: return Framing.pad.target(of: picture, on: tile).size
        case .crop:
            let width = Self.covering(tile.width, picture.width, picture.height, tile.height)
            let height = Self.covering(tile.height, picture.height, picture.width, tile.width)
            let size = PixelSize(width: width, height: height)
            guard max(width, height) > longestSide else { return size }
            // A strip so narrow that the tile cannot be covered within the limit.
            let longest = max(picture.width, picture.height)
            guard longest > longestSide else { return picture }
            return PixelSize(
                width: max(1, picture.width * longestSide / longest),
                height: max(1, picture.height * longestSide / longest))
        }
    }

    /// The length that a side gets where the other one is scaled to that of the tile; never below the tile's.
    private static func covering(_ tile: Int, _ side: Int, _ other: Int, _ otherOfTile: Int) -> Int {
        let scaled = (2 * side * otherOfTile + other) / (2 * other)
        let excess = scaled - tile
        return excess <= negligible ? tile : tile + (excess + unit / 2) / unit * unit
    }
}
