internal import TiledJPEG

/// How a picture meets a tile of another aspect ratio.
public enum Framing: String, Hashable, Sendable, CaseIterable, Codable {
    /// The tile is filled; what sticks out is cut off evenly on both sides.
    case crop
    /// The whole picture is shown, with background beside it.
    case pad

    /// The part of an upright picture of `size` that is shown on `tile`, in the picture's pixels.
    func source(of size: PixelSize, on tile: PixelSize) -> PixelRect {
        var shown = size
        if self == .crop {
            if Self.isWider(size, than: tile) {
                shown.width = Self.rounded(size.height, tile.width, over: tile.height, atMost: size.width)
            } else {
                shown.height = Self.rounded(size.width, tile.height, over: tile.width, atMost: size.height)
            }
        }
        return PixelRect(
            x: (size.width - shown.width) / 2, y: (size.height - shown.height) / 2, width: shown.width,
            height: shown.height)
    }

    /// The part of `tile` that an upright picture of `size` fills, in the tile's pixels.
    ///
    /// Its corners lie on even pixels, so that no chroma sample of a 4:2:0 tile is half picture and half background.
    func target(of size: PixelSize, on tile: PixelSize) -> PixelRect {
        var filled = tile
        if self == .pad {
            if Self.isWider(size, than: tile) {
                filled.height = Self.evenly(size.height, tile.width, over: size.width, within: tile.height)
            } else {
                filled.width = Self.evenly(size.width, tile.height, over: size.height, within: tile.width)
            }
        }
        return PixelRect(
            x: (tile.width - filled.width) / 4 * 2, y: (tile.height - filled.height) / 4 * 2, width: filled.width,
            height: filled.height)
    }

    private static func isWider(_ size: PixelSize, than tile: PixelSize) -> Bool {
        size.width * tile.height > size.height * tile.width
    }

    /// `a * b / c`, rounded to the nearest, 1...`limit`.
    private static func rounded(_ a: Int, _ b: Int, over c: Int, atMost limit: Int) -> Int {
        min(max((2 * a * b + c) / (2 * c), 1), limit)
    }

    /// `a * b / c`, rounded to the nearest even number, 2...`limit`, or `limit` where the next even one is beyond it.
    private static func evenly(_ a: Int, _ b: Int, over c: Int, within limit: Int) -> Int {
        min(max((a * b + c) / (2 * c) * 2, 2), limit)
    }
}
