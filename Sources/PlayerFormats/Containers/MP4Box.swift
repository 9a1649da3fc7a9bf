/// One box of an MP4 file.
///
/// [ISO/IEC 14496-12, 4.2](https://www.iso.org/standard/83102.html)
struct MP4Box {
    /// Four characters, such as `moov`.
    let type: String
    /// Where the box begins in the file.
    let start: Int
    /// The bytes after size and type.
    let content: ArraySlice<UInt8>

    /// The boxes that fill `bytes`, in order.
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

    /// The first box of a type inside this one.
    func box(_ type: String) throws(ThumbnailFormatError) -> MP4Box {
        guard let box = try boxes().first(where: { $0.type == type }) else {
            throw ThumbnailFormatError(.malformed, self.type, "It has no box \(type).")
        }
        return box
    }

    /// The integer of `bytes` bytes at `offset` in the content.
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
        // A last box may extend to the end of the file.
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
    /// Appends a box whose content `write` appends.
    mutating func append(box type: StaticString, _ write: (inout [UInt8]) -> Void) {
        let start = count
        append(bigEndian: UInt32(0))
        append(contentsOf: "\(type)".utf8)
        write(&self)
        let size = UInt32(clamping: count - start)
        for byte in 0..<4 { self[start + byte] = UInt8(truncatingIfNeeded: size >> (24 - 8 * byte)) }
    }

    /// Appends a box that begins with version and flags.
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
