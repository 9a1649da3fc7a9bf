/// One marker segment of a JPEG and where it lies.
public struct JPEGSegment: Hashable, Sendable {
    /// What the segment holds.
    public let marker: JPEGMarker
    /// Offsets of the payload, without marker and length; empty for a marker that stands alone.
    public let payload: Range<Int>
    /// Offsets from the marker's 0xFF to the end of the payload.
    public let range: Range<Int>

    package var subject: String { "\(marker) at byte \(range.lowerBound)" }
}
