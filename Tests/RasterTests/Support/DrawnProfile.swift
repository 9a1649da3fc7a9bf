import TestSupport

/// ICC profiles written by hand.
struct DrawnProfile {
    var space = "RGB "
    var tags: [(name: String, data: [UInt8])]

    static let displayP3 = DrawnProfile(
        colorants: [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]],
        curve: companding)
    static let adobeRGB = DrawnProfile(
        colorants: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
        curve: gamma(0x233))
    static let sRGB = DrawnProfile(
        colorants: [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]],
        curve: companding)
    static let gray = DrawnProfile(space: "GRAY", tags: [("kTRC", gamma(0x1CD))])

    init(space: String, tags: [(name: String, data: [UInt8])]) { (self.space, self.tags) = (space, tags) }

    init(colorants: [[Double]], curve: [UInt8]) {
        tags = zip(["r", "g", "b"], colorants).flatMap { name, point in
            [("\(name)XYZ", Array("XYZ \0\0\0\0".utf8) + point.flatMap(Self.fixed)), ("\(name)TRC", curve)]
        }
    }

    /// sRGB's curve as a function.
    private static let companding =
        Array("para\0\0\0\0\0\u{3}\0\0".utf8)
        + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

    /// A power; 8 of its bits are behind the point.
    private static func gamma(_ value: Int) -> [UInt8] {
        Array("curv\0\0\0\0\0\0\0\u{1}".utf8) + StoredPNG.bigEndian(value).suffix(2) + [0, 0]
    }

    private static func fixed(_ value: Double) -> [UInt8] { StoredPNG.bigEndian(Int((value * 65_536).rounded())) }

    var bytes: [UInt8] {
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(16..<20, with: space.utf8)
        header.replaceSubrange(12..<16, with: "mntr".utf8)
        header.replaceSubrange(20..<24, with: "XYZ ".utf8)
        header.replaceSubrange(36..<40, with: "acsp".utf8)
        header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(Self.fixed))
        header[8] = 2
        var table = StoredPNG.bigEndian(tags.count)
        var data: [UInt8] = []
        for tag in tags {
            let offset = header.count + 4 + 12 * tags.count + data.count
            table += Array(tag.name.utf8) + StoredPNG.bigEndian(offset) + StoredPNG.bigEndian(tag.data.count)
            data += tag.data
        }
        let body = header[4...] + table + data
        return StoredPNG.bigEndian(body.count + 4) + body
    }

    /// A chunk of PNG's.
    var chunk: (type: String, data: [UInt8]) { ("iCCP", Array("drawn\0\0".utf8) + StoredPNG.zlib(bytes)) }

    /// A JPEG with the profile in two segments.
    func tagged(_ jpeg: [UInt8]) -> [UInt8] {
        let half = bytes.count / 2
        var tagged = Array(jpeg.prefix(2))
        for (index, part) in [bytes.prefix(half), bytes.dropFirst(half)].enumerated() {
            let payload = Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), 2] + part
            tagged += [0xFF, 0xE2] + StoredPNG.bigEndian(payload.count + 2).suffix(2)
            tagged += payload
        }
        return tagged + jpeg.dropFirst(2)
    }
}
