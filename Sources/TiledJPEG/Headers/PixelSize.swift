/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int

    /// Creates a size; the sides are not checked.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width times height; saturates instead of overflowing.
    package var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The size with its sides exchanged.
    package var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// The size with each side rounded up to a multiple of the side of `unit`.
    package func roundedUp(toMultipleOf unit: PixelSize) -> PixelSize {
        PixelSize(
            width: (width + unit.width - 1) / unit.width * unit.width,
            height: (height + unit.height - 1) / unit.height * unit.height)
    }
}

extension PixelSize: CustomStringConvertible {
    /// `WxH`, as it is written on the command line.
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle of whole pixels; the origin is the picture's top left corner.
public struct PixelRect: Hashable, Sendable {
    /// Pixels from the left edge.
    public var x: Int
    /// Pixels from the top edge.
    public var y: Int
    /// Size in pixels.
    public var size: PixelSize

    /// Creates a rectangle; the numbers are not checked.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        size = PixelSize(width: width, height: height)
    }

    /// Width in pixels.
    public var width: Int { size.width }
    /// Height in pixels.
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
