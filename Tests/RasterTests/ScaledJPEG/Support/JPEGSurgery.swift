/// Finds and replaces segments of a JPEG, with a separate parser.
struct JPEGSurgery {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Offset of the 0xFF of the first segment with this marker; the file has one.
    func offset(of marker: UInt8) -> Int {
        var at = 2
        while bytes[at + 1] != marker { at += 2 + length(at: at) }
        return at
    }

    /// Offset behind the first scan header.
    var entropyStart: Int {
        let scan = offset(of: 0xDA)
        return scan + 2 + length(at: scan)
    }

    /// Length of the segment at `marker`, as it says itself.
    func length(at marker: Int) -> Int { Int(bytes[marker + 2]) << 8 | Int(bytes[marker + 3]) }

    /// Puts a segment behind SOI.
    func inserting(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        Array(bytes[..<2]) + Self.segment(marker, payload) + Array(bytes[2...])
    }

    /// Replaces the payload of the first segment with this marker.
    mutating func replace(_ marker: UInt8, _ payload: [UInt8]) {
        let at = offset(of: marker)
        bytes.replaceSubrange(at..<at + 2 + length(at: at), with: Self.segment(marker, payload))
    }

    /// The payload of the first segment with this marker.
    func payload(_ marker: UInt8) -> [UInt8] {
        let at = offset(of: marker)
        return Array(bytes[at + 4..<at + 2 + length(at: at)])
    }

    private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
    }
}
