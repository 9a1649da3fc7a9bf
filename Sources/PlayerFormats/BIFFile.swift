package import WebVTT

/// A Roku BIF file, version 0: an index of times, then the JPEG files. Roku, Plex and Emby read it.
///
/// [BIF, archive format](https://developer.roku.com/docs/developer-program/media-playback/trick-mode/bif-file-creation.md)
package struct BIFFile: Hashable, Sendable {
    /// One image and its position in the file.
    package struct Image: Hashable, Sendable {
        /// Time from which the image is shown.
        package let time: Timestamp
        /// Offsets of the image in the file.
        package let range: Range<Int>
    }

    /// Milliseconds per unit of the timestamps, 1...2^32 - 1.
    package let multiplier: Int
    /// The images in ascending order of time.
    package let images: [Image]

    /// Parses the header and the index; does not read the images.
    ///
    /// - Throws: `malformed` for a missing signature, for a truncated file, for times that do not ascend, and for
    ///   images that are empty, outside of the file or in the wrong order; `unsupported` for another version;
    ///   `limitExceeded` for a time beyond 2^53 ms.
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
        // 0 means the format's default, 1 000 ms.
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

    /// Signature in the first eight bytes of a file.
    package static let signature: [UInt8] = [0x89, 0x42, 0x49, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
    static let headerLength = 64
    static let entryLength = 8
}

/// The index entries between the header and the images. The caller has checked their number.
private struct Index {
    let file: ArraySlice<UInt8>
    let count: Int

    func step(of position: Int) -> Int64 { Int64(word(2 * position)) }

    /// From the image's offset to the offset in the next entry. The entry after the last image has the end of the file.
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

extension BIFFile {
    /// Serializes a file. Times are exact: the multiplier is the greatest common divisor of all times in milliseconds.
    ///
    /// - Parameter images: JPEG files in ascending order of time.
    /// - Throws: `refused` for times that do not ascend and for empty images; `limitExceeded` for times and sizes that
    ///   do not fit 32 bits.
    package static func serialized(
        _ images: [(time: Timestamp, bytes: [UInt8])]
    ) throws(ThumbnailFormatError) -> [UInt8] {
        var file = try index(images.map { ($0.time, $0.bytes.count) })
        file.reserveCapacity(file.count + images.reduce(0) { $0 + $1.bytes.count })
        for image in images { file.append(contentsOf: image.bytes) }
        return file
    }

    /// Serializes header and index alone, for files that are written in parts. The images follow without gaps.
    ///
    /// - Parameter images: Times in ascending order, and the size of each image in bytes.
    /// - Throws: The errors of ``serialized(_:)``.
    package static func index(_ images: [(time: Timestamp, size: Int)]) throws(ThumbnailFormatError) -> [UInt8] {
        let multiplier = try multiplier(of: images.map(\.time))
        var file = signature
        file.reserveCapacity(headerLength + entryLength * (images.count + 1))
        file.append(littleEndian: 0)
        file.append(littleEndian: UInt32(clamping: images.count))
        file.append(littleEndian: UInt32(multiplier))
        file.append(contentsOf: repeatElement(0, count: headerLength - file.count))
        var offset = headerLength + entryLength * (images.count + 1)
        for (position, image) in images.enumerated() {
            let step = image.time.milliseconds / multiplier
            guard image.size > 0 else {
                throw ThumbnailFormatError(.refused, "image \(position)", "It is empty.")
            }
            // The largest number is reserved for the end of the index.
            guard step < UInt32.max, offset + image.size <= UInt32.max else {
                throw ThumbnailFormatError(
                    .limitExceeded, "image \(position)",
                    "Its time, \(image.time.milliseconds) ms, or its end, byte \(offset + image.size), exceeds 32 bits."
                )
            }
            file.append(littleEndian: UInt32(step))
            file.append(littleEndian: UInt32(offset))
            offset += image.size
        }
        file.append(littleEndian: .max)
        file.append(littleEndian: UInt32(clamping: offset))
        return file
    }

    /// The greatest common divisor of all times in milliseconds; the format's default, 1 000, if all times are 0.
    private static func multiplier(of times: [Timestamp]) throws(ThumbnailFormatError) -> Int64 {
        var divisor: Int64 = 0
        for (position, time) in times.enumerated() {
            guard position == 0 || times[position - 1] < time else {
                throw ThumbnailFormatError(
                    .refused, "image \(position)",
                    "It begins at \(time.milliseconds) ms, and the one before it at \(times[position - 1].milliseconds) ms."
                )
            }
            var rest = time.milliseconds
            while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        }
        guard divisor <= UInt32.max else {
            throw ThumbnailFormatError(
                .limitExceeded, "header", "All times are multiples of \(divisor) ms, which exceeds 32 bits.")
        }
        return divisor == 0 ? 1000 : divisor
    }
}

// Integers of containers: little-endian in BIF, big-endian in MP4.
extension [UInt8] {
    mutating func append(littleEndian value: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: type(of: value).bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension ArraySlice<UInt8> {
    /// The 32-bit integer at `offset` bytes from the first; nil past the end.
    func littleEndian(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 | UInt32(self[startIndex + offset + $1]) << (8 * $1) }
    }

    /// The integer of `bytes` bytes, 1...8, at `offset` bytes from the first; nil past the end.
    func bigEndian(_ bytes: Int, at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= count - bytes else { return nil }
        return (0..<bytes).reduce(0) { $0 << 8 | UInt64(self[startIndex + offset + $1]) }
    }
}
