/// A rectangle of whole pixels; the origin is the picture's top left corner.
public struct PixelRect: Hashable, Sendable {
    /// Pixels from the left edge.
    public var x: Int
    /// Pixels from the top edge.
    public var y: Int
    /// Extent in pixels.
    public var size: PixelSize

    /// Makes a rectangle; the numbers are taken as they are.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        size = PixelSize(width: width, height: height)
    }

    /// Pixels from left to right.
    public var width: Int { size.width }
    /// Pixels from top to bottom.
    public var height: Int { size.height }

    /// Whether the rectangle is not empty and lies within a picture of `bounds`.
    package func lies(within bounds: PixelSize) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0
            && x <= bounds.width && y <= bounds.height
            && width <= bounds.width - x && height <= bounds.height - y
    }
}

extension PixelRect: CustomStringConvertible {
    /// `x,y,w,h`, as in a media fragment.
    public var description: String { "\(x),\(y),\(width),\(height)" }
}
