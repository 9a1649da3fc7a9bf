/// One marker segment of a JPEG and where it lies.
package struct JPEGSegment: Hashable, Sendable {
    /// The kind of the segment.
    package let marker: JPEGMarker
    /// Offsets of the payload, without marker and length; empty for a marker that stands alone.
    package let payload: Range<Int>
    /// Offsets from the marker's 0xFF to the end of the payload.
    package let range: Range<Int>

    package var subject: String { "\(marker) at byte \(range.lowerBound)" }
}
