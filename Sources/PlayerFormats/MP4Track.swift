import TiledJPEG
import WebVTT

/// The video track of JPEG images in an MP4 file.
struct MP4Track {
    let number: UInt64
    /// Time units per second, 1 or more.
    let timescale: UInt64
    let size: PixelSize
    /// Duration and size of samples in fragments that do not state them.
    let defaults: (duration: UInt64, size: UInt64)

    init(_ movie: MP4Box) throws(ThumbnailFormatError) {
        for track in try movie.boxes() where track.type == "trak" {
            let media = try track.box("mdia")
            let descriptions = try media.box("minf").box("stbl").box("stsd")
            guard let entry = try descriptions.boxes(skipping: 8).first, ["mjpg", "jpeg"].contains(entry.type) else {
                continue
            }
            size = PixelSize(width: Int(try entry.integer(2, at: 24)), height: Int(try entry.integer(2, at: 26)))
            let (mediaHeader, trackHeader) = (try media.box("mdhd"), try track.box("tkhd"))
            timescale = try mediaHeader.integer(4, at: try mediaHeader.integer(1, at: 0) == 1 ? 20 : 12)
            number = try trackHeader.integer(4, at: try trackHeader.integer(1, at: 0) == 1 ? 20 : 12)
            guard timescale > 0 else { throw ThumbnailFormatError(.malformed, "mdhd", "Its timescale is 0.") }
            var defaults: (UInt64, UInt64) = (0, 0)
            for box in try movie.box("mvex").boxes()
            where box.type == "trex" && (try? box.integer(4, at: 4)) == number {
                defaults = (try box.integer(4, at: 12), try box.integer(4, at: 16))
            }
            self.defaults = defaults
            return
        }
        throw ThumbnailFormatError(.unsupported, "moov", "It has no track with sample entries mjpg or jpeg.")
    }

    /// Appends the samples of a `traf`; ignores a `traf` of another track.
    ///
    /// - Parameters:
    ///   - start: Offset of the `moof` in the file.
    ///   - next: End of the previous sample, in time units of the track; updated to the end of the last sample.
    func read(
        _ fragment: MP4Box, of start: Int, fileSize: Int, into samples: inout [MotionJPEGFile.Sample],
        next: inout UInt64
    ) throws(ThumbnailFormatError) {
        var header = FragmentHeader(base: UInt64(start), defaults: defaults)
        guard try header.read(try fragment.box("tfhd"), track: number) else { return }
        let boxes = try fragment.boxes()
        if let time = boxes.first(where: { $0.type == "tfdt" }) {
            next = try time.integer(try time.integer(1, at: 0) == 1 ? 8 : 4, at: 4)
        }
        var position: UInt64?
        for run in boxes where run.type == "trun" {
            let table = try SampleTable(run)
            var offset = try table.start(after: position, base: header.base)
            for number in 0..<table.count {
                guard samples.count < MotionJPEGFile.maximumSampleCount else {
                    throw ThumbnailFormatError(
                        .limitExceeded, "trun", "The file has more than \(MotionJPEGFile.maximumSampleCount) samples.")
                }
                let (duration, size) = try table.sample(number, header.defaults)
                guard size > 0, size <= fileSize, offset <= UInt64(fileSize) - size else {
                    throw ThumbnailFormatError(
                        .malformed, "trun", "A sample has \(size) bytes at byte \(offset) of \(fileSize).")
                }
                let (first, last) = (try milliseconds(next), try milliseconds(next + duration))
                samples.append(
                    MotionJPEGFile.Sample(
                        time: Timestamp(milliseconds: first), duration: Timestamp(milliseconds: last - first),
                        range: Int(offset)..<Int(offset + size)))
                next += duration
                offset += size
            }
            position = offset
        }
    }

    private func milliseconds(_ time: UInt64) throws(ThumbnailFormatError) -> Int64 {
        let (whole, rest) = time.quotientAndRemainder(dividingBy: timescale)
        guard whole < UInt64(Timestamp.latest.milliseconds) / 1000 else {
            throw ThumbnailFormatError(.limitExceeded, "tfdt", "A time is beyond 2^53 ms.")
        }
        // The remainder is less than 2^32, like the timescale, so the product does not overflow.
        return Int64(whole * 1000 + rest * 1000 / timescale)
    }
}

/// The defaults in a `tfhd` box, for all samples of its `traf`.
private struct FragmentHeader {
    var base: UInt64
    var defaults: (duration: UInt64, size: UInt64)

    /// Parses the box; returns false if it belongs to another track.
    mutating func read(_ box: MP4Box, track: UInt64) throws(ThumbnailFormatError) -> Bool {
        let flags = try box.integer(3, at: 1)
        guard try box.integer(4, at: 4) == track else { return false }
        var offset = 8
        if flags & 0x01 != 0 {
            base = try box.integer(8, at: offset)
            offset += 8
        }
        if flags & 0x02 != 0 { offset += 4 }
        if flags & 0x08 != 0 {
            defaults.duration = try box.integer(4, at: offset)
            offset += 4
        }
        if flags & 0x10 != 0 { defaults.size = try box.integer(4, at: offset) }
        return true
    }
}

/// A `trun` box: the samples of a fragment.
private struct SampleTable {
    let box: MP4Box
    let flags: UInt64
    let count: Int
    private let entries: Int
    private let entryLength: Int

    init(_ box: MP4Box) throws(ThumbnailFormatError) {
        self.box = box
        let flags = try box.integer(3, at: 1)
        self.flags = flags
        count = Int(try box.integer(4, at: 4))
        entries = 8 + (flags & 0x01 != 0 ? 4 : 0) + (flags & 0x04 != 0 ? 4 : 0)
        entryLength = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
    }

    /// Offset of the first sample: as stated in the box, otherwise the end of the previous run, otherwise the base.
    func start(after position: UInt64?, base: UInt64) throws(ThumbnailFormatError) -> UInt64 {
        guard flags & 0x01 != 0 else { return position ?? base }
        let relative = Int64(Int32(truncatingIfNeeded: try box.integer(4, at: 8)))
        let (start, overflow) = Int64(clamping: base).addingReportingOverflow(relative)
        guard !overflow, start >= 0 else {
            throw ThumbnailFormatError(.malformed, "trun", "Its data begins \(relative) bytes from byte \(base).")
        }
        return UInt64(start)
    }

    /// Duration in time units of the track, and size in bytes, of a sample.
    func sample(
        _ number: Int, _ defaults: (duration: UInt64, size: UInt64)
    ) throws(ThumbnailFormatError) -> (duration: UInt64, size: UInt64) {
        var offset = entries + number * entryLength
        var (duration, size) = defaults
        if flags & 0x100 != 0 {
            duration = try box.integer(4, at: offset)
            offset += 4
        }
        if flags & 0x200 != 0 { size = try box.integer(4, at: offset) }
        return (duration, size)
    }
}

/// One box of an MP4 file.
///
/// See [ISO/IEC 14496-12, 4.2](https://www.iso.org/standard/83102.html).
struct MP4Box {
    /// Four characters, such as `moov`.
    let type: String
    /// Offset of the box in the file.
    let start: Int
    /// The bytes after size and type.
    let content: ArraySlice<UInt8>

    /// Parses consecutive boxes that fill `bytes`.
    ///
    /// - Throws: `malformed` for a box that exceeds the remaining bytes; `limitExceeded` for more than `limit` boxes.
    static func list(_ bytes: ArraySlice<UInt8>, limit: Int = 4096) throws(ThumbnailFormatError) -> [MP4Box] {
        var boxes: [MP4Box] = []
        var rest = bytes
        while !rest.isEmpty {
            guard boxes.count < limit else {
                throw ThumbnailFormatError(
                    .limitExceeded, "byte \(rest.startIndex)", "More than \(limit) boxes follow.")
            }
            let box = try first(of: rest)
            boxes.append(box)
            rest = rest[box.content.endIndex...]
        }
        return boxes
    }

    /// The boxes inside this one, after `skipping` bytes.
    func boxes(skipping: Int = 0, limit: Int = 4096) throws(ThumbnailFormatError) -> [MP4Box] {
        try Self.list(content.dropFirst(skipping), limit: limit)
    }

    /// The first box of a type inside this one; `malformed` if missing.
    func box(_ type: String) throws(ThumbnailFormatError) -> MP4Box {
        guard let box = try boxes().first(where: { $0.type == type }) else {
            throw ThumbnailFormatError(.malformed, self.type, "It has no box \(type).")
        }
        return box
    }

    /// The big-endian integer of `bytes` bytes, 1...8, at `offset` in the content.
    func integer(_ bytes: Int, at offset: Int) throws(ThumbnailFormatError) -> UInt64 {
        guard let value = content.bigEndian(bytes, at: offset) else {
            throw ThumbnailFormatError(
                .malformed, type, "It has \(content.count) bytes, and byte \(offset + bytes - 1) is needed.")
        }
        return value
    }

    private static func first(of bytes: ArraySlice<UInt8>) throws(ThumbnailFormatError) -> MP4Box {
        guard let short = bytes.bigEndian(4, at: 0), bytes.count >= 8 else {
            throw ThumbnailFormatError(.malformed, "byte \(bytes.startIndex)", "A box is cut off.")
        }
        let type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
        var (size, header) = (short, 8)
        if short == 1, let long = bytes.bigEndian(8, at: 8) { (size, header) = (long, 16) }
        // Size 0 means that the box extends to the end.
        if short == 0 { size = UInt64(bytes.count) }
        guard size >= UInt64(header), size <= UInt64(bytes.count) else {
            throw ThumbnailFormatError(
                .malformed, type, "It is \(size) bytes long at byte \(bytes.startIndex), and \(bytes.count) are left.")
        }
        return MP4Box(
            type: type, start: bytes.startIndex, content: bytes.prefix(Int(size)).dropFirst(header))
    }
}

extension [UInt8] {
    /// Appends a box with the content that `write` appends.
    mutating func append(box type: StaticString, _ write: (inout [UInt8]) -> Void) {
        let start = count
        append(bigEndian: UInt32(0))
        append(contentsOf: "\(type)".utf8)
        write(&self)
        let size = UInt32(clamping: count - start)
        for byte in 0..<4 { self[start + byte] = UInt8(truncatingIfNeeded: size >> (24 - 8 * byte)) }
    }

    /// Appends a box whose content begins with version and flags.
    mutating func append(
        box type: StaticString, version: UInt8, flags: UInt32 = 0, _ write: (inout [UInt8]) -> Void
    ) {
        append(box: type) {
            $0.append(bigEndian: UInt32(version) << 24 | flags)
            write(&$0)
        }
    }

    mutating func append(zeros count: Int) { append(contentsOf: repeatElement(0, count: count)) }
}
