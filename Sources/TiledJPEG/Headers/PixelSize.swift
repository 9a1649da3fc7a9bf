/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Makes a size; both sides are taken as they are.
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

    /// The smallest size made of whole steps of `unit` that covers this one.
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
