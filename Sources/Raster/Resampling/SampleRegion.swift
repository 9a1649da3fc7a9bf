internal import TiledJPEG

/// A rectangle of a plane in samples, with fractions; it may reach beyond the plane.
struct SampleRegion: Hashable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    /// The part of a plane from which the samples of a tile come.
    ///
    /// With an odd number of pixels, the last chroma sample of a tile reaches half beyond it; so does the region then,
    /// on the side where the upright tile ends.
    /// - Parameter span: Pixels of the tile for each of its samples on both axes.
    init(_ placement: StoredPlacement, on plane: Plane, span: Int) {
        let (source, target) = (placement.source, placement.storedTarget)
        let columns = Self.extent(
            source.x, source.width, target.width, span, isReversed: placement.orientation.reversesColumns)
        let rows = Self.extent(
            source.y, source.height, target.height, span, isReversed: placement.orientation.reversesRows)
        left = plane.horizontal.position(ofPixel: columns.start)
        width = plane.horizontal.position(ofPixel: columns.length)
        top = plane.vertical.position(ofPixel: rows.start)
        height = plane.vertical.position(ofPixel: rows.length)
    }

    private static func extent(
        _ start: Int, _ length: Int, _ target: Int, _ span: Int, isReversed: Bool
    ) -> (start: Double, length: Double) {
        let covered = (target + span - 1) / span * span
        let extended = Double(length) * Double(covered) / Double(target)
        return (isReversed ? Double(start) + Double(length) - extended : Double(start), extended)
    }
}
