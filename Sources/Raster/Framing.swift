internal import TiledJPEG

/// Fits a picture to a tile of another aspect ratio.
public enum Framing: String, Hashable, Sendable, CaseIterable, Codable {
    /// Fills the tile; crops either the width or the height of the picture, evenly at both ends.
    case crop
    /// Shows the whole picture; the background fills the rest of the tile.
    case pad

    /// The visible part of an upright picture of `size` on `tile`, in the picture's pixels.
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
    /// Its corners lie on even pixels, so that no chroma sample of a 4:2:0 tile mixes picture and background.
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

    /// `a * b / c`, rounded to the nearest even number, 2...`limit`, or `limit` if the next even number is beyond it.
    private static func evenly(_ a: Int, _ b: Int, over c: Int, within limit: Int) -> Int {
        min(max((a * b + c) / (2 * c) * 2, 2), limit)
    }
}

/// The visible part of a stored picture, and its place on an upright tile.
struct StoredPlacement: Hashable {
    let orientation: ImageOrientation
    /// The visible part, in pixels of the stored picture.
    let source: PixelRect
    /// The part of the tile that the picture fills, in pixels of the upright tile.
    let target: PixelRect

    init(of stored: PixelSize, _ orientation: ImageOrientation, on tile: PixelSize, framing: Framing) {
        let upright = orientation.uprightSize(of: stored)
        self.orientation = orientation
        source = orientation.storedRect(framing.source(of: upright, on: tile), in: stored)
        target = framing.target(of: upright, on: tile)
    }

    /// The target's size in stored orientation.
    var storedTarget: PixelSize { orientation.uprightSize(of: target.size) }
}

extension ImageOrientation {
    /// Whether stored columns run against the direction of their upright axis.
    var reversesColumns: Bool {
        switch self {
        case .topRight, .bottomRight, .rightBottom, .leftBottom: true
        case .topLeft, .bottomLeft, .leftTop, .rightTop: false
        }
    }

    /// Whether stored rows run against the direction of their upright axis.
    var reversesRows: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightTop, .rightBottom: true
        case .topLeft, .topRight, .leftTop, .leftBottom: false
        }
    }

    /// Converts a rectangle of the upright picture to the rectangle in a stored picture of `size`.
    func storedRect(_ upright: PixelRect, in size: PixelSize) -> PixelRect {
        var rect = upright
        if swapsSides {
            rect = PixelRect(x: upright.y, y: upright.x, width: upright.height, height: upright.width)
        }
        if reversesColumns { rect.x = size.width - rect.x - rect.width }
        if reversesRows { rect.y = size.height - rect.y - rect.height }
        return rect
    }
}
