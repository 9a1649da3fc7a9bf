/// A rectangle on a sheet, as a URL fragment names it.
///
/// [Media Fragments: spatial dimension](https://www.w3.org/TR/media-frags/#naming-space)
public struct MediaFragment: Hashable, Sendable {
    /// The unit of the four numbers.
    public enum Unit: String, Sendable {
        /// Pixels of the sheet.
        case pixel
        /// Hundredths of the sheet's width and height.
        case percent
    }

    /// The unit of the four numbers.
    public let unit: Unit
    /// Distance from the left edge, never negative.
    public let x: Int
    /// Distance from the top edge, never negative.
    public let y: Int
    /// Extent to the right, never negative.
    public let width: Int
    /// Extent downwards, never negative.
    public let height: Int

    /// Makes a fragment; nil when a number is negative.
    public init?(unit: Unit = .pixel, x: Int, y: Int, width: Int, height: Int) {
        guard x >= 0, y >= 0, width >= 0, height >= 0 else { return nil }
        (self.unit, self.x, self.y, self.width, self.height) = (unit, x, y, width, height)
    }

    /// The part of the rectangle that lies on a sheet, in whole pixels; nil when none does.
    ///
    /// Percentages round each edge to the nearest pixel, so that rectangles that touch still do.
    ///
    /// - Parameters:
    ///   - sheetWidth: Pixels.
    ///   - sheetHeight: Pixels.
    public func intersection(sheetWidth: Int, sheetHeight: Int) -> MediaFragment? {
        let (left, right) = pixels(from: x, extent: width, of: sheetWidth)
        let (top, bottom) = pixels(from: y, extent: height, of: sheetHeight)
        guard left < right, top < bottom else { return nil }
        return MediaFragment(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The two edges on one axis, not past the side.
    private func pixels(from start: Int, extent: Int, of side: Int) -> (Int, Int) {
        // Cut to the whole first: with start and extent both within it, the sum cannot overflow.
        let whole = unit == .pixel ? max(side, 0) : 100
        let from = min(start, whole)
        let to = from + min(extent, whole - from)
        switch unit {
        case .pixel: return (from, to)
        case .percent: return (Self.round(percent: from, of: side), Self.round(percent: to, of: side))
        }
    }

    /// `percent` is 0...100, so that neither product can overflow.
    private static func round(percent: Int, of side: Int) -> Int {
        side / 100 * percent + (side % 100 * percent + 50) / 100
    }
}
