import WebVTT

extension DASHThumbnails {
    /// Adds an AdaptationSet of thumbnails to a foreign manifest, after the last AdaptationSet of its Period.
    ///
    /// The first AdaptationSet of images that has one of the Representation ids is replaced in place, so that a second
    /// insertion changes nothing; any other one is removed. `maxSegmentDuration` is raised to the duration of the
    /// longest sheet. All other bytes stay unchanged. Added lines end like the first line.
    ///
    /// - Throws: `refused` for another root element, for a dynamic manifest, for several Periods, for a Period in
    ///   another file or without an AdaptationSet, for an id that other media use, and for a base URL that would change
    ///   relative addresses. `malformed`, `limitExceeded` and `unsupported` as in parsing.
    package static func inserting(
        _ thumbnails: DASHThumbnails, into manifest: [UInt8]
    ) throws(ThumbnailFormatError) -> [UInt8] {
        let root = try XMLElement.root(of: manifest)
        let period = try thumbnails.placeable(in: root)
        let ids = Set(thumbnails.representations.map(\.id))
        let sets = Array(period.children("AdaptationSet"))
        let same = sets.filter { set in
            set.children("Representation").contains { ids.contains($0.attributes["id"] ?? "") }
        }
        if let other = same.first(where: { !$0.isOfImages }) {
            throw ThumbnailFormatError(
                .refused, "line \(XMLText.line(of: other.range.lowerBound, in: manifest))",
                "Another AdaptationSet has a Representation of the same id.")
        }
        guard let last = sets.last else {
            throw ThumbnailFormatError(.refused, "Period", "It has no AdaptationSet to put thumbnails behind.")
        }
        let lineEnd = Self.lineEnd(of: manifest)
        let indentation = Self.indentation(of: same.first ?? last, in: manifest)
        let lines = thumbnails.lines(prefix: root.prefix)
        let text = Array(lines.joined(separator: lineEnd + indentation).utf8)
        var result: [UInt8] = []
        result.reserveCapacity(manifest.count + text.count)
        var copied = 0
        for (place, set) in same.enumerated() {
            // The first set is replaced; any other is removed with the white space before it.
            let start =
                place == 0 ? set.range.lowerBound : Self.start(ofSpaceBefore: set.range.lowerBound, in: manifest)
            result += manifest[copied..<start]
            if place == 0 { result += text }
            copied = set.range.upperBound
        }
        if same.isEmpty {
            result += manifest[..<last.range.upperBound]
            result += (lineEnd + indentation).utf8
            result += text
            copied = last.range.upperBound
        }
        let longest = thumbnails.representations.map(\.segmentDuration).max() ?? .zero
        return DASHMaximumDuration.raising(result + manifest[copied...], root, to: longest)
    }

    /// Checks that thumbnails can be inserted; returns the manifest's Period.
    private func placeable(in root: XMLElement) throws(ThumbnailFormatError) -> XMLElement {
        func refused(_ subject: String, _ reason: String) -> ThumbnailFormatError {
            ThumbnailFormatError(.refused, subject, reason)
        }
        guard root.name == "MPD" else { throw refused(root.name, "The root element is not MPD.") }
        guard root.attributes["type"] != "dynamic" else {
            throw refused("MPD", "The manifest is dynamic; thumbnails of a whole film belong in a static one.")
        }
        let periods = Array(root.children("Period"))
        guard let period = periods.first, periods.count == 1 else {
            throw refused("Period", "There are \(periods.count) Periods; thumbnails of a whole film fit one.")
        }
        guard !period.attributes.keys.contains(where: { $0 == "href" || $0.hasSuffix(":href") }) else {
            throw refused("Period", "The Period is in another file.")
        }
        let hasBase = [root, period].contains { $0.child("BaseURL") != nil }
        if hasBase, representations.contains(where: { !DASHAddress.isAbsolute($0.media) && !$0.media.hasPrefix("/") }) {
            throw refused("BaseURL", "The manifest's base URL would move the relative addresses of the sheets.")
        }
        return period
    }

    private static func lineEnd(of bytes: [UInt8]) -> String {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else { return "\n" }
        return "\r\n"
    }

    /// The white space between the start of an element's line and the element; empty if anything else precedes the
    /// element.
    private static func indentation(of element: XMLElement, in bytes: [UInt8]) -> String {
        let line = bytes[..<element.range.lowerBound].suffix(200)
        let space = line.suffix(while: { $0 == 0x20 || $0 == 0x09 })
        guard space.startIndex == bytes.startIndex || bytes[space.startIndex - 1] == 0x0A else { return "" }
        return String(decoding: space, as: UTF8.self)
    }

    private static func start(ofSpaceBefore offset: Int, in bytes: [UInt8]) -> Int {
        offset - bytes[..<offset].suffix(while: XMLTokenizer.isSpace).count
    }
}

extension ArraySlice<UInt8> {
    /// The longest suffix whose bytes all satisfy a condition.
    fileprivate func suffix(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !belongs($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}

/// The `maxSegmentDuration` of a manifest, which must not be shorter than a sheet of thumbnails.
///
/// dash.js 4 and 5 shorten longer segments of a SegmentTimeline to this duration, and then show tiles of other times
/// (`getTimeBasedSegment` in `src/dash/utils/SegmentsUtils.js`). See ISO/IEC 23009-1, table 3.
enum DASHMaximumDuration {
    private static let name = "maxSegmentDuration"

    /// The manifest with a value of at least `duration`; unchanged if the attribute is missing or malformed.
    ///
    /// - Parameter root: The MPD element.
    static func raising(_ manifest: [UInt8], _ root: XMLElement, to duration: Timestamp) -> [UInt8] {
        guard let stated = root.attributes[name].flatMap(DASHDuration.parse), stated < duration,
            let value = value(in: manifest[root.range.lowerBound..<root.content.lowerBound])
        else { return manifest }
        return manifest[..<value.lowerBound] + Array("PT\(duration.decimalSeconds)S".utf8)
            + manifest[value.upperBound...]
    }

    /// Offsets of the attribute's value between its quotation marks, in a valid start tag.
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

/// XML Schema durations in manifests, such as `PT1H2M3.5S`.
enum DASHDuration {
    /// Parses days, hours, minutes and seconds. Nil for malformed text, for a negative duration, and for years and
    /// months, because their length varies.
    static func parse(_ text: String) -> Timestamp? {
        var rest = text.utf8[...]
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        var seconds: [UInt8: Int64] = [UInt8(ascii: "D"): 86_400]
        var total: Int64 = 0
        var hasField = false
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                rest.removeFirst()
                seconds = [UInt8(ascii: "H"): 3600, UInt8(ascii: "M"): 60, UInt8(ascii: "S"): 1]
                continue
            }
            guard let end = rest.firstIndex(where: { $0 >= 0x41 }), let unit = seconds[rest[end]],
                let value = DecimalSeconds.microseconds(rest[..<end])
            else { return nil }
            let (product, overflows) = value.multipliedReportingOverflow(by: unit)
            let (sum, carries) = total.addingReportingOverflow(product)
            guard !overflows, !carries, sum < .max - 500 else { return nil }
            total = sum
            hasField = true
            rest = rest[rest.index(after: end)...]
        }
        return hasField ? DecimalSeconds.rounded(microseconds: total) : nil
    }
}
