/// A TIFF structure with one directory, as Exif has it.
struct DrawnExif {
    var bigEndian = true
    var tag = 0x0112
    var type = 3
    var count = 1
    var value = 6
    /// The number of directory entries before the orientation.
    var earlierEntries = 0
    /// Unused bytes between the header and the directory.
    var gap = 0

    private func integer(_ value: Int, _ bytes: Int) -> [UInt8] {
        let little = (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) }
        return bigEndian ? little.reversed() : little
    }

    private func entry(_ tag: Int, value: Int) -> [UInt8] {
        integer(tag, 2) + integer(type, 2) + integer(count, 4) + integer(value, 2) + [0, 0]
    }

    var tiff: [UInt8] {
        var bytes = Array((bigEndian ? "MM" : "II").utf8) + integer(42, 2) + integer(8 + gap, 4)
        bytes += Array(repeating: 0xAA, count: gap) + integer(earlierEntries + 1, 2)
        for index in 0..<earlierEntries { bytes += entry(0x0100 + index, value: 3) }
        return bytes + entry(tag, value: value) + integer(0, 4)
    }

    /// The APP1 segment of a JPEG.
    var segment: [UInt8] { DrawnJPEG.segment(0xE1, Array("Exif\0\0".utf8) + tiff) }
}
