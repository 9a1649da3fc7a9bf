internal import TiledJPEG

/// The part of a stored picture that is shown, and its place on an upright tile.
struct StoredPlacement: Hashable {
    let orientation: ImageOrientation
    /// The part that is shown, in pixels of the stored picture.
    let source: PixelRect
    /// The part of the tile that it fills, in pixels of the upright tile.
    let target: PixelRect

    init(of stored: PixelSize, _ orientation: ImageOrientation, on tile: PixelSize, framing: Framing) {
        let upright = orientation.uprightSize(of: stored)
        self.orientation = orientation
        source = orientation.storedRect(framing.source(of: upright, on: tile), in: stored)
        target = framing.target(of: upright, on: tile)
    }

    /// The target's size as the stored picture lies.
    var storedTarget: PixelSize { orientation.uprightSize(of: target.size) }
}

extension ImageOrientation {
    /// Whether stored columns run against the upright axis that they lie along.
    var reversesColumns: Bool {
        switch self {
        case .topRight, .bottomRight, .rightBottom, .leftBottom: true
        case .topLeft, .bottomLeft, .leftTop, .rightTop: false
        }
    }

    /// Whether stored rows run against the upright axis that they lie along.
    var reversesRows: Bool {
        switch self {
        case .bottomRight, .bottomLeft, .rightTop, .rightBottom: true
        case .topLeft, .topRight, .leftTop, .leftBottom: false
        }
    }

    /// Where a rectangle of the upright picture lies in a stored picture of `size`.
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
