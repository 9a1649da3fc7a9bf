package import TiledJPEG
package import WebVTT

/// A fragmented MP4 file of JPEG pictures, which hls.js and Shaka read by `EXT-X-I-FRAME-STREAM-INF`.
///
/// The sample entry is `mjpg`; every fragment has one picture.
package struct MotionJPEGFile: Hashable, Sendable {
    /// One picture and its place in the file.
    package struct Sample: Hashable, Sendable {
        /// The first moment at which it is shown, rounded down to a millisecond.
        package let time: Timestamp
        /// From its first moment to its last, rounded as both are.
        package let duration: Timestamp
        /// Its bytes in the file.
        package let range: Range<Int>
    }

    /// The size of all pictures, as the sample entry has it.
    package let size: PixelSize
    /// The pictures in the order of the file.
    package let samples: [Sample]

    /// The most pictures that are read of one file.
    package static let maximumSampleCount = 1_000_000

    /// Reads the places of the pictures; pictures are not looked at.
    ///
    /// - Throws: `malformed` for boxes that are cut off, missing or outside one another; `unsupported` for a file
    ///   without a track of JPEG pictures, or whose pictures are in no fragments; `limitExceeded` for more than
    ///   ``maximumSampleCount`` pictures, and times beyond 2^53 ms.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        let boxes = try MP4Box.list(bytes[...], limit: 3 * Self.maximumSampleCount)
        guard let movie = boxes.first(where: { $0.type == "moov" }) else {
            throw ThumbnailFormatError(.malformed, "moov", "The file has no box moov.")
        }
        let track = try MP4Track(movie)
        size = track.size
        var samples: [Sample] = []
        var next: UInt64 = 0
        for fragment in boxes where fragment.type == "moof" {
            for part in try fragment.boxes() where part.type == "traf" {
                try track.read(part, of: fragment.start, fileSize: bytes.count, into: &samples, next: &next)
            }
        }
        guard !samples.isEmpty else {
            throw ThumbnailFormatError(.unsupported, "moof", "The file has no fragments with pictures.")
        }
        self.samples = samples
    }
}
