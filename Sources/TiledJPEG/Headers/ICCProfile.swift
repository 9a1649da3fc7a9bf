/// An ICC profile with a matrix and curves, such as displays and cameras have.
///
/// [ICC.1:2022, 8.3.3 and 8.3.4: profiles of three components and of gray](https://www.color.org/specification/ICC.1-2022-05.pdf)
package struct ICCProfile: Hashable, Sendable {
    /// A curve from a stored level to linear light, both 0...1.
    package enum Curve: Hashable, Sendable {
        /// Levels of light at equal steps of the stored level; 2 or more, each 0...65 535.
        case table([UInt16])
        /// y = (a x + b) ^ g + c for x from d on, and y = e x + f below.
        case function(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)
    }

    /// Maximum size of a profile, in bytes; profiles with lookup tables are often larger.
    package static let maximumBytes = 256 << 10
    /// Maximum number of levels in a table.
    private static let maximumLevels = 4096
    /// Maximum number of tags.
    private static let maximumTags = 100

    /// The curves of red, green and blue; a gray profile has the same curve three times.
    package let curves: [Curve]
    /// X, Y and Z of red, green and blue, for the white D50; nil for a gray profile.
    package let colorants: [[Double]]?

    /// Reads a profile.
    ///
    /// - Returns: nil for a profile that is damaged, exceeds a limit or has lookup tables, for color spaces other than
    ///   RGB and gray, and for RGB with a connection space other than XYZ.
    package init?(parsing bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8),
            let tags = Self.tags(of: bytes)
        else { return nil }
        // If a profile has lookup tables and curves, the tables have precedence.
        guard tags["A2B0"] == nil else { return nil }
        func curve(_ name: String) -> Curve? { tags[name].flatMap { Self.curve(bytes, $0) } }
        switch String(decoding: bytes[16..<20], as: UTF8.self) {
        case "GRAY":
            guard let gray = curve("kTRC") else { return nil }
            curves = [gray, gray, gray]
            colorants = nil
        case "RGB ":
            guard bytes[20..<24].elementsEqual("XYZ ".utf8) else { return nil }
            let colors = ["r", "g", "b"]
            let (found, points) = (
                colors.compactMap { curve("\($0)TRC") },
                colors.compactMap { tags["\($0)XYZ"].flatMap { Self.point(bytes, $0) } }
            )
            guard found.count == 3, points.count == 3 else { return nil }
            curves = found
            colorants = points
        default: return nil
        }
    }

    private static func tags(of bytes: [UInt8]) -> [String: Range<Int>]? {
        var reader = ByteReader(bytes, 128..<bytes.count)
        guard let count = reader.bigEndian32(), count <= maximumTags else { return nil }
        var tags: [String: Range<Int>] = [:]
        for _ in 0..<count {
            guard let name = reader.take(4), let offset = reader.bigEndian32(), let length = reader.bigEndian32(),
                offset <= bytes.count, length <= bytes.count - offset
            else { return nil }
            tags[String(decoding: name, as: UTF8.self)] = offset..<offset + length
        }
        return tags
    }

    private static func point(_ bytes: [UInt8], _ range: Range<Int>) -> [Double]? {
        var reader = ByteReader(bytes, range)
        guard reader.consume(Array("XYZ ".utf8)), reader.skip(4) else { return nil }
        let point = (0..<3).compactMap { _ in reader.fixed() }
        return point.count == 3 ? point : nil
    }

    private static func curve(_ bytes: [UInt8], _ range: Range<Int>) -> Curve? {
        var reader = ByteReader(bytes, range)
        if reader.consume(Array("curv".utf8)) {
            guard reader.skip(4), let count = reader.bigEndian32(), count <= maximumLevels else { return nil }
            let levels = (0..<count).compactMap { _ in reader.bigEndian16().map { UInt16($0) } }
            guard levels.count == count else { return nil }
            guard count > 1 else { return power(levels.first.map { Double($0) / 256 } ?? 1) }
            return .table(levels)
        }
        guard reader.consume(Array("para".utf8)), reader.skip(4), let kind = reader.bigEndian16(), reader.skip(2),
            kind < parameterCounts.count
        else { return nil }
        let p = (0..<parameterCounts[kind]).compactMap { _ in reader.fixed() }
        guard p.count == parameterCounts[kind] else { return nil }
        switch kind {
        case 0: return power(p[0])
        case 1, 2:
            guard p[1] != 0 else { return nil }
            let offset = kind == 2 ? p[3] : 0
            return .function(g: p[0], a: p[1], b: p[2], c: offset, d: -p[2] / p[1], e: 0, f: offset)
        case 3: return .function(g: p[0], a: p[1], b: p[2], c: 0, d: p[4], e: p[3], f: 0)
        default: return .function(g: p[0], a: p[1], b: p[2], c: p[5], d: p[4], e: p[3], f: p[6])
        }
    }

    /// The number of parameters of each type of function.
    private static let parameterCounts = [1, 3, 4, 5, 7]

    private static func power(_ gamma: Double) -> Curve {
        .function(g: gamma, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)
    }
}

extension ByteReader {
    /// Reads an s15Fixed16Number.
    fileprivate mutating func fixed() -> Double? {
        bigEndian32().map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }
}

/// The ICC profile in the application segments of a JPEG.
///
/// [ICC.1:2022, annex B.4: embedding in JFIF](https://www.color.org/specification/ICC.1-2022-05.pdf)
package enum JPEGProfile {
    private static let identifier = Array("ICC_PROFILE\0".utf8)

    /// The profile's bytes, joined from its segments.
    ///
    /// - Returns: nil without a profile, if a segment is missing or occurs twice, and beyond
    ///   ``ICCProfile/maximumBytes``.
    package static func read(_ bytes: [UInt8]) -> [UInt8]? {
        guard var reader = try? JPEGSegmentReader(bytes) else { return nil }
        var parts: [Int: ArraySlice<UInt8>] = [:]
        var total = 0
        var size = 0
        while let segment = try? reader.next(), segment.marker != .startOfScan, segment.marker != .endOfImage {
            guard segment.marker == .application(2) else { continue }
            var payload = ByteReader(bytes, segment.payload)
            guard payload.consume(identifier), let number = payload.byte(), let count = payload.byte(),
                let part = payload.take(payload.remaining)
            else { continue }
            guard parts.isEmpty || total == Int(count), parts.updateValue(part, forKey: Int(number)) == nil else {
                return nil
            }
            total = Int(count)
            size += part.count
            guard size <= ICCProfile.maximumBytes else { return nil }
        }
        let numbers = parts.keys.sorted()
        guard total > 0, numbers == Array(1...total) else { return nil }
        return numbers.flatMap { parts[$0] ?? [] }
    }
}
