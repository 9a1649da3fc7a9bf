package import TiledJPEG
package import WebVTT

extension MotionJPEGFile {
    /// A file of these pictures: `ftyp` and `moov`, then one `moof` and `mdat` for each. Times are exact.
    ///
    /// - Parameters:
    ///   - images: JPEG files in ascending order of time; each lasts until the next.
    ///   - end: The end of the last picture.
    ///   - size: Width and height of every picture, 1...65535.
    /// - Returns: The bytes, those of `ftyp` and `moov`, and those of each `moof` and `mdat`.
    /// - Throws: `refused` for times that do not ascend; `limitExceeded` for durations and sizes beyond 32 bits, and for
    ///   pictures beyond 65535 pixels.
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

    /// Bytes before the picture in each fragment.
    package static let fragmentHeaderLength = 104

    /// The bytes of a fragment before its picture, for files that are written in parts.
    ///
    /// - Parameters:
    ///   - position: The fragment's place in the file, from 0.
    ///   - start: The first moment of the picture.
    ///   - end: Its last moment, after `start`.
    ///   - size: Bytes of the picture.
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
                // Offsets count from the first byte of `moof`.
                $0.append(box: "tfhd", version: 0, flags: 0x020000) { $0.append(bigEndian: track) }
                $0.append(box: "tfdt", version: 1) { $0.append(bigEndian: start.milliseconds) }
                // Offset of the data, then duration and size of each sample.
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
    /// Units of time in a second.
    static let timescale: UInt32 = 1000
}
