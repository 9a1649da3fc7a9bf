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
