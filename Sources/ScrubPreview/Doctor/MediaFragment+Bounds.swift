import ImageHeaders
import WebVTT

extension MediaFragment {
    /// Whether no part of the rectangle is past the edges of a sheet.
    func lies(within size: PixelSize) -> Bool {
        let whole = unit == .percent ? PixelSize(width: 100, height: 100) : size
        return PixelRect(x: x, y: y, width: width, height: height).lies(within: whole)
    }
}
