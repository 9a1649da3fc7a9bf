import TiledJPEG

@testable import Raster

extension Plane {
    /// The sample at a position within `size`.
    subscript(x: Int, y: Int) -> UInt8 {
        precondition(x >= 0 && x < size.width && y >= 0 && y < size.height)
        return row(y)[x]
    }
}
