package import WebVTT

/// A Roku BIF file, version 0, which Roku, Plex and Emby read: an index of times, then the JPEG files.
///
/// [BIF, archive format](https://developer.roku.com/docs/developer-program/media-playback/trick-mode/bif-file-creation.md)
package struct BIFFile: Hashable, Sendable {
    /// One picture and its place in the file.
    package struct Image: Hashable, Sendable {
        /// The first moment at which it is shown.
        package let time: Timestamp
        /// Its bytes in the file.
        package let range: Range<Int>
    }

    /// Milliseconds in one step of the timestamps, 1...2^32 - 1.
    package let multiplier: Int
    /// The pictures by time.
    package let images: [Image]

    /// Reads the index; pictures are not looked at.
    ///
    /// - Throws: `malformed` for a file that ends early, times that do not ascend, or pictures outside the file or before
    ///   one another; `unsupported` for another version; `limitExceeded` for a time beyond 2^53 ms.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        guard bytes.count >= Self.headerLength, bytes.starts(with: Self.signature) else {
            throw ThumbnailFormatError(.malformed, "header", "It does not begin with the signature of BIF.")
        }
        let file = bytes[...]
        let version = file.littleEndian(at: 8) ?? 0
        guard version == 0 else {
            throw ThumbnailFormatError(.unsupported, "header", "Its version is \(version), and only 0 is read.")
        }
        let count = Int(file.littleEndian(at: 12) ?? 0)
        let entries = (bytes.count - Self.headerLength) / Self.entryLength
        guard count < entries else {
            throw ThumbnailFormatError(
                .malformed, "index", "It has \(count) images, and the file has room for \(max(entries - 1, 0)).")
        }
        let step = Int64(file.littleEndian(at: 16) ?? 0)
        // 0 means the default of the format.
        let multiplier = step == 0 ? 1000 : step
        let index = Index(file: file, count: count)
        var images: [Image] = []
        images.reserveCapacity(count)
        for position in 0..<count {
            let range = try index.range(of: position)
            let (time, overflow) = index.step(of: position).multipliedReportingOverflow(by: multiplier)
            guard !overflow, time <= Timestamp.latest.milliseconds else {
                throw ThumbnailFormatError(.limitExceeded, "image \(position)", "Its time is beyond 2^53 ms.")
            }
            if let last = images.last, last.time.milliseconds >= time {
                throw ThumbnailFormatError(
                    .malformed, "image \(position)",
                    "It begins at \(time) ms, and the one before it at \(last.time.milliseconds) ms.")
            }
            images.append(Image(time: Timestamp(milliseconds: time), range: range))
        }
        self.multiplier = Int(multiplier)
        self.images = images
    }

    /// The first eight bytes.
    package static let signature: [UInt8] = [0x89, 0x42, 0x49, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
    static let headerLength = 64
    static let entryLength = 8
}

/// The entries between header and pictures; their number is checked.
private struct Index {
    let file: ArraySlice<UInt8>
    let count: Int

    func step(of position: Int) -> Int64 { Int64(word(2 * position)) }

    /// From the picture's offset to that of the next entry; the last entry has the end of the file.
    func range(of position: Int) throws(ThumbnailFormatError) -> Range<Int> {
        let (start, end) = (Int(word(2 * position + 1)), Int(word(2 * position + 3)))
        let first = BIFFile.headerLength + BIFFile.entryLength * (count + 1)
        guard start >= first, start < end, end <= file.count else {
            throw ThumbnailFormatError(
                .malformed, "image \(position)",
                "Its bytes are \(start)..<\(end), and those of images are \(first)..<\(file.count).")
        }
        return start..<end
    }

    private func word(_ number: Int) -> UInt32 { file.littleEndian(at: BIFFile.headerLength + 4 * number) ?? 0 }
}
