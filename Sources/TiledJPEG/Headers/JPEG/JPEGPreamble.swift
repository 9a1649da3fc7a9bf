/// The frame header and the metadata before the first scan: what a prefix of a JPEG tells without its tables.
struct JPEGPreamble {
    let frame: JPEGFrame
    let orientation: ImageOrientation
    let hasICCProfile: Bool

    /// Reads up to the first scan, or to the end of the prefix once the frame header was seen.
    init(parsing prefix: [UInt8]) throws(ImageHeaderError) {
        var reader = try JPEGSegmentReader(prefix)
        var metadata = JPEGMetadata()
        var frame: JPEGFrame?
        while true {
            let segment: JPEGSegment
            do {
                segment = try reader.next()
            } catch {
                guard frame != nil, error.code == .truncated else { throw error }
                break
            }
            if segment.marker == .startOfScan || segment.marker == .endOfImage { break }
            if segment.marker.isFrame, frame == nil { frame = try JPEGFrame(segment, in: prefix) }
            metadata.read(segment, in: prefix)
        }
        guard let frame else {
            throw ImageHeaderError(.malformed, "JPEG", "No frame header precedes the first scan.")
        }
        self.frame = frame
        orientation = metadata.orientation ?? .topLeft
        hasICCProfile = metadata.hasICCProfile
    }
}
