package import TiledJPEG
package import WebVTT

/// A fragmented MP4 file of JPEG images. hls.js and Shaka read it through `EXT-X-I-FRAME-STREAM-INF`.
///
/// A written file has the sample entry `mjpg` and one image in each fragment; parsing also accepts `jpeg` and several
/// images.
package struct MotionJPEGFile: Hashable, Sendable {
    /// One image and its position in the file.
    package struct Sample: Hashable, Sendable {
        /// Time from which the image is shown, rounded down to a millisecond.
        package let time: Timestamp
        /// Difference between the image's start and end, each rounded down to a millisecond.
        package let duration: Timestamp
        /// Offsets of the image in the file.
        package let range: Range<Int>
    }

    /// Size of all images in pixels, as in the sample entry.
    package let size: PixelSize
    /// The images in file order.
    package let samples: [Sample]

    /// Maximum number of images in a file.
    package static let maximumSampleCount = 1_000_000

    /// Parses the positions of the images; does not read the images.
    ///
    /// - Throws: `malformed` for boxes that are truncated, missing or wrongly nested. `unsupported` for a file without
    ///   a track of JPEG images, and for images outside of fragments. `limitExceeded` for more than
    ///   ``maximumSampleCount`` images, and for times beyond 2^53 ms.
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

extension MotionJPEGFile {
    /// Serializes a file: `ftyp` and `moov`, then one `moof` and `mdat` for each image. Times are exact.
    ///
    /// - Parameters:
    ///   - images: JPEG files in ascending order of time; each one is shown until the next.
    ///   - end: End of the last image.
    ///   - size: Width and height of every image in pixels, 1...65535.
    /// - Returns: The file's bytes, the range of `ftyp` and `moov`, and the range of each fragment.
    /// - Throws: `refused` for times that do not ascend; `limitExceeded` for durations and sizes beyond 32 bits, and
    ///   for images beyond 65535 pixels.
    package static func serialized(
        _ images: [(time: Timestamp, bytes: [UInt8])], end: Timestamp, size: PixelSize
    ) throws(ThumbnailFormatError) -> (bytes: [UInt8], map: Range<Int>, frames: [Range<Int>]) {
        var file = try initialization(end: end, size: size)
        let map = 0..<file.count
        file.reserveCapacity(images.reduce(file.count) { $0 + $1.bytes.count + fragmentHeaderLength })
        var frames: [Range<Int>] = []
        frames.reserveCapacity(images.count)
        for (position, image) in images.enumerated() {
            let start = file.count
            let next = position + 1 < images.count ? images[position + 1].time : end
            file += try fragmentHeader(position, start: image.time, end: next, size: image.bytes.count)
            file += image.bytes
            frames.append(start..<file.count)
        }
        return (file, map, frames)
    }

    /// Number of bytes before the image in each fragment.
    package static let fragmentHeaderLength = 104

    /// Serializes the part of a fragment before its image, for files that are written in parts.
    ///
    /// - Parameters:
    ///   - position: Index of the fragment in the file, from 0.
    ///   - start: Time from which the image is shown.
    ///   - end: Time until which the image is shown, after `start`.
    ///   - size: Size of the image in bytes.
    /// - Returns: ``fragmentHeaderLength`` bytes.
    package static func fragmentHeader(
        _ position: Int, start: Timestamp, end: Timestamp, size: Int
    ) throws(ThumbnailFormatError) -> [UInt8] {
        let duration = end.milliseconds - start.milliseconds
        guard duration > 0 else {
            throw ThumbnailFormatError(
                .refused, "image \(position)",
                "It begins at \(start.milliseconds) ms and ends at \(end.milliseconds) ms.")
        }
        guard duration <= UInt32.max, size <= UInt32.max - 8, position < UInt32.max else {
            throw ThumbnailFormatError(
                .limitExceeded, "image \(position)", "Its \(duration) ms or \(size) bytes exceed 32 bits.")
        }
        var header: [UInt8] = []
        header.reserveCapacity(fragmentHeaderLength)
        header.append(box: "moof") {
            $0.append(box: "mfhd", version: 0) { $0.append(bigEndian: UInt32(position + 1)) }
            $0.append(box: "traf") {
                // The flag makes offsets count from the first byte of `moof`.
                $0.append(box: "tfhd", version: 0, flags: 0x020000) { $0.append(bigEndian: track) }
                $0.append(box: "tfdt", version: 1) { $0.append(bigEndian: start.milliseconds) }
                // The flags announce the data offset, and the duration and size of each sample.
                $0.append(box: "trun", version: 0, flags: 0x000301) {
                    $0.append(bigEndian: UInt32(1))
                    $0.append(bigEndian: UInt32(fragmentHeaderLength))
                    $0.append(bigEndian: UInt32(duration))
                    $0.append(bigEndian: UInt32(size))
                }
            }
        }
        header.append(bigEndian: UInt32(size + 8))
        header.append(contentsOf: "mdat".utf8)
        return header
    }

    static let track: UInt32 = 1
    /// Time units per second.
    static let timescale: UInt32 = 1000
}

extension MotionJPEGFile {
    /// Serializes `ftyp` and `moov`: one video track of JPEG samples, all of them in fragments.
    ///
    /// - Throws: `limitExceeded` for a side outside 1...65535 pixels.
    package static func initialization(end: Timestamp, size: PixelSize) throws(ThumbnailFormatError) -> [UInt8] {
        guard let width = UInt16(exactly: size.width), let height = UInt16(exactly: size.height), width > 0, height > 0
        else {
            throw ThumbnailFormatError(.limitExceeded, "moov", "Pictures of \(size) are outside 1x1...65535x65535.")
        }
        var file: [UInt8] = []
        file.append(box: "ftyp") {
            $0.append(contentsOf: "iso6".utf8)
            $0.append(bigEndian: UInt32(0))
            for brand in ["iso6", "mp41"] { $0.append(contentsOf: brand.utf8) }
        }
        file.append(box: "moov") {
            $0.append(box: "mvhd", version: 0) {
                $0.append(zeros: 8)
                $0.append(bigEndian: timescale)
                $0.append(bigEndian: UInt32(0))
                $0.append(bigEndian: UInt32(0x0001_0000))
                $0.append(bigEndian: UInt16(0x0100))
                $0.append(zeros: 10)
                $0.appendIdentityMatrix()
                $0.append(zeros: 24)
                $0.append(bigEndian: track + 1)
            }
            $0.append(box: "trak") {
                // Enabled, and part of the presentation.
                $0.append(box: "tkhd", version: 0, flags: 3) {
                    $0.append(zeros: 8)
                    $0.append(bigEndian: track)
                    $0.append(zeros: 24)
                    $0.appendIdentityMatrix()
                    $0.append(bigEndian: UInt32(width) << 16)
                    $0.append(bigEndian: UInt32(height) << 16)
                }
                $0.append(media: width, height)
            }
            $0.append(box: "mvex") {
                $0.append(box: "mehd", version: 1) { $0.append(bigEndian: end.milliseconds) }
                $0.append(box: "trex", version: 0) {
                    $0.append(bigEndian: track)
                    $0.append(bigEndian: UInt32(1))
                    $0.append(zeros: 8)
                    // No sample depends on another sample.
                    $0.append(bigEndian: UInt32(0x0200_0000))
                }
            }
        }
        return file
    }
}

extension [UInt8] {
    fileprivate mutating func append(media width: UInt16, _ height: UInt16) {
        append(box: "mdia") {
            $0.append(box: "mdhd", version: 0) {
                $0.append(zeros: 8)
                $0.append(bigEndian: MotionJPEGFile.timescale)
                $0.append(bigEndian: UInt32(0))
                // The language `und`.
                $0.append(bigEndian: UInt16(0x55C4))
                $0.append(zeros: 2)
            }
            $0.append(box: "hdlr", version: 0) {
                $0.append(zeros: 4)
                $0.append(contentsOf: "vide".utf8)
                $0.append(zeros: 12)
                $0.append(contentsOf: "Thumbnails\0".utf8)
            }
            $0.append(box: "minf") {
                $0.append(box: "vmhd", version: 0, flags: 1) { $0.append(zeros: 8) }
                $0.append(box: "dinf") {
                    $0.append(box: "dref", version: 0) {
                        $0.append(bigEndian: UInt32(1))
                        // The flag means that the samples are in this file.
                        $0.append(box: "url ", version: 0, flags: 1) { _ in }
                    }
                }
                $0.append(box: "stbl") {
                    $0.append(box: "stsd", version: 0) {
                        $0.append(bigEndian: UInt32(1))
                        $0.append(sampleEntry: width, height)
                    }
                    for table: StaticString in ["stts", "stsc", "stco"] {
                        $0.append(box: table, version: 0) { $0.append(zeros: 4) }
                    }
                    $0.append(box: "stsz", version: 0) { $0.append(zeros: 8) }
                }
            }
        }
    }

    private mutating func append(sampleEntry width: UInt16, _ height: UInt16) {
        append(box: "mjpg") {
            $0.append(zeros: 6)
            $0.append(bigEndian: UInt16(1))
            $0.append(zeros: 16)
            $0.append(bigEndian: width)
            $0.append(bigEndian: height)
            for _ in 0..<2 { $0.append(bigEndian: UInt32(0x0048_0000)) }
            $0.append(zeros: 4)
            $0.append(bigEndian: UInt16(1))
            $0.append(zeros: 32)
            $0.append(bigEndian: UInt16(24))
            $0.append(bigEndian: UInt16.max)
        }
    }

    /// Appends the identity matrix: no translation, no rotation.
    fileprivate mutating func appendIdentityMatrix() {
        for value: UInt32 in [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000] { append(bigEndian: value) }
    }
}
