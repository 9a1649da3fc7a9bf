import WebVTT

/// The `maxSegmentDuration` of a manifest, which segments of thumbnails may not exceed.
///
/// dash.js 4 and 5 cut longer segments of a SegmentTimeline to it, and then take tiles of other times (`getTimeBasedSegment`
/// in `src/dash/utils/SegmentsUtils.js`). See ISO/IEC 23009-1, table 3.
enum DASHMaximumDuration {
    private static let name = "maxSegmentDuration"

    /// The manifest with a value of at least `duration`; unchanged if it has none.
    ///
    /// - Parameter root: The manifest's element.
    static func raising(_ manifest: [UInt8], _ root: XMLElement, to duration: Timestamp) -> [UInt8] {
        guard let stated = root.attributes[name].flatMap(DASHDuration.parse), stated < duration,
            let value = value(in: manifest[root.range.lowerBound..<root.content.lowerBound])
        else { return manifest }
        return manifest[..<value.lowerBound] + Array("PT\(DecimalSeconds.text(duration))S".utf8)
            + manifest[value.upperBound...]
    }

    /// Offsets of the attribute's value between its quotation marks, in a start tag that was read already.
    private static func value(in tag: ArraySlice<UInt8>) -> Range<Int>? {
        var nameStart = tag.startIndex
        var position = tag.startIndex
        while position < tag.endIndex {
            let byte = tag[position]
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
                position += 1
                continue
            }
            guard let end = tag[(position + 1)...].firstIndex(of: byte) else { return nil }
            let words = tag[nameStart..<position].split { XMLTokenizer.isSpace($0) || $0 == UInt8(ascii: "=") }
            if words.last?.elementsEqual(name.utf8) == true { return position + 1..<end }
            position = end + 1
            nameStart = position
        }
        return nil
    }
}
