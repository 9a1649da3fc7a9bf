/// Finds places in a JPEG for tests to damage, with a separate parser.
struct JPEGSurgery {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Offset behind the scan header.
    var entropyStart: Int {
        let scan = offset(of: 0xDA)
        return scan + 2 + length(at: scan)
    }

    /// Offset of the 0xFF of the first segment with this marker; the file has one.
    func offset(of marker: UInt8) -> Int {
        var at = 2
        while bytes[at + 1] != marker { at += 2 + length(at: at) }
        return at
    }

    /// The ranges between markers in the entropy-coded data.
    var segments: [Range<Int>] {
        var result: [Range<Int>] = []
        var start = entropyStart
        for at in start..<bytes.count - 1 where bytes[at] == 0xFF && bytes[at + 1] != 0 {
            result.append(start..<at)
            start = at + 2
        }
        return result
    }

    /// Puts whole segments behind SOI.
    func inserting(_ segment: [UInt8]) -> [UInt8] { Array(bytes[..<2] + segment + bytes[2...]) }

    /// Moves the first segment with this marker behind the one that follows it.
    func movingBack(_ marker: UInt8) -> [UInt8] {
        let at = offset(of: marker)
        let next = at + 2 + length(at: at)
        let end = next + 2 + length(at: next)
        return Array(bytes[..<at] + bytes[next..<end] + bytes[at..<next] + bytes[end...])
    }

    private func length(at marker: Int) -> Int { Int(bytes[marker + 2]) << 8 | Int(bytes[marker + 3]) }
}
