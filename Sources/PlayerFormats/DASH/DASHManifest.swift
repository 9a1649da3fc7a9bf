package import TiledJPEG
package import WebVTT

/// The thumbnails of a DASH manifest.
package struct DASHManifest: Hashable, Sendable {
    /// A Representation in an AdaptationSet of images; required values may be missing.
    package struct Images: Hashable, Sendable {
        /// Line of the Representation, from 1.
        package let line: Int
        /// Index of the Period, from 0.
        package let period: Int
        /// Index of the AdaptationSet among the AdaptationSets of images, from 0.
        package let set: Int
        package let id: String
        package let bandwidth: Int?
        /// Size of a sheet in pixels; nil if width or height is missing or malformed.
        package let sheet: PixelSize?
        /// Value of the tile property, such as `10x10`; `nil` without the property or its value.
        package let layout: String?
        /// Template of the SegmentTemplate, resolved against the base URLs; nil without one.
        package let media: String?
        package let startNumber: Int
        package let timescale: Int
        /// Duration of a segment in ticks of the timescale; `nil` if missing or malformed.
        package let ticks: Int?
        package let hasTimeline: Bool
        /// The times of the SegmentTimeline; `nil` without a valid one.
        package let timeline: DASHTimeline?
    }

    /// A Period of the manifest. Sheet numbers and tile times count from its start.
    package struct Period: Hashable, Sendable {
        /// Start time in the film; `nil` if neither the manifest nor an earlier Period states it.
        package let start: Timestamp?
        /// End time in the film; `nil` if the manifest does not state it.
        package let end: Timestamp?
    }

    /// Maximum number of Representations of images.
    private static let maximumImages = 1000

    package let isDynamic: Bool
    package let periods: [Period]
    /// Length of the film; nil if the manifest does not state a valid one.
    package let duration: Timestamp?
    /// The Representations of images in all Periods.
    package let images: [Images]

    /// Parses a manifest.
    ///
    /// - Throws: `malformed` for invalid XML and for another root element; `limitExceeded` for the limits of XML, for
    ///   more than 1 000 Representations of images, and for a template longer than 8 KiB; `unsupported` for a DOCTYPE
    ///   and UTF-16.
    package init(parsing bytes: [UInt8]) throws(ThumbnailFormatError) {
        let root = try XMLElement.root(of: bytes)
        guard root.name == "MPD" else {
            throw ThumbnailFormatError(.malformed, root.name, "The root element is not MPD.")
        }
        isDynamic = root.attributes["type"] == "dynamic"
        let periods = Array(root.children("Period"))
        duration =
            (root.attributes["mediaPresentationDuration"] ?? periods.only?.attributes["duration"])
            .flatMap(DASHDuration.parse)
        self.periods = Period.list(periods, end: duration)
        var images: [Images] = []
        var set = 0
        var lines = XMLLines(of: bytes)
        let top = try DASHLevel(root)
        for (number, period) in periods.enumerated() {
            let second = try DASHLevel(period)
            for adaptation in period.children("AdaptationSet") where adaptation.isOfImages {
                let third = try DASHLevel(adaptation)
                for representation in adaptation.children("Representation") {
                    guard images.count < Self.maximumImages else {
                        throw ThumbnailFormatError(
                            .limitExceeded, "MPD", "There are more than \(Self.maximumImages) sizes of pictures.")
                    }
                    images.append(
                        Images(
                            [top, second, third, try DASHLevel(representation)], period: number, set: set,
                            line: lines.line(of: representation.range.lowerBound)))
                }
                set += 1
            }
        }
        self.images = images
    }
}

extension DASHManifest.Period {
    /// The Periods of a manifest. A Period without a start begins at the end of the Period before.
    ///
    /// - Parameter end: End of the last Period if the Period does not state its duration.
    fileprivate static func list(_ elements: [XMLElement], end: Timestamp?) -> [Self] {
        func time(_ element: XMLElement?, _ name: String) -> Timestamp? {
            element?.attributes[name].flatMap(DASHDuration.parse)
        }
        var periods: [Self] = []
        var clock: Timestamp? = .zero
        for (number, element) in elements.enumerated() {
            let next = number + 1 < elements.count ? time(elements[number + 1], "start") : end
            let start = time(element, "start") ?? clock
            clock =
                time(element, "duration").flatMap { length in
                    start.map { Timestamp(milliseconds: $0.milliseconds + length.milliseconds) }
                } ?? next
            periods.append(Self(start: start, end: clock))
        }
        return periods
    }
}

/// A Representation or an element above it, with the values that Representations inherit. The values are searched once,
/// because an element may contain many Representations and many other elements.
private struct DASHLevel {
    /// Maximum length of a template in bytes. Each Representation below the element repeats it.
    private static let longestTemplate = 8 << 10

    let element: XMLElement
    let template: XMLElement?
    let timelineElement: XMLElement?
    let base: String
    let layout: String?

    /// - Throws: `limitExceeded` for a template that is too long.
    init(_ element: XMLElement) throws(ThumbnailFormatError) {
        self.element = element
        template = element.child("SegmentTemplate")
        guard template?.attributes["media"].map({ $0.utf8.count <= Self.longestTemplate }) ?? true else {
            throw ThumbnailFormatError(
                .limitExceeded, "SegmentTemplate", "Its media has more than \(Self.longestTemplate) bytes.")
        }
        timelineElement = template?.child("SegmentTimeline")
        base = element.child("BaseURL").map { $0.text.trimmed } ?? ""
        layout = element.tileProperty
    }
}

extension DASHManifest.Images {
    /// - Parameter path: The levels from the manifest to the Representation: MPD, Period, AdaptationSet,
    ///   Representation.
    fileprivate init(_ path: [DASHLevel], period: Int, set: Int, line: Int) {
        func inherited<Value>(_ value: (DASHLevel) -> Value?) -> Value? {
            path.reversed().lazy.compactMap(value).first
        }
        func template<Value>(_ value: (XMLElement) -> Value?) -> Value? { inherited { $0.template.flatMap(value) } }
        let id = path.last?.element.attributes["id"] ?? ""
        let bandwidth = path.last?.element.number("bandwidth")
        let base = path.reduce("") { DASHAddress.joined($0, $1.base) }
        let width = inherited { $0.element.number("width") }
        let height = inherited { $0.element.number("height") }
        let timeline = inherited(\.timelineElement)
        self.init(
            line: line, period: period, set: set, id: id, bandwidth: bandwidth,
            sheet: width.flatMap { width in height.map { PixelSize(width: width, height: $0) } },
            layout: inherited(\.layout),
            media: template { $0.attributes["media"] }.map { media in
                DASHAddress.joined(
                    DASHTemplate.escaped(base), DASHTemplate.resolved(media, id: id, bandwidth: bandwidth))
            },
            startNumber: template { $0.number("startNumber") } ?? 1,
            timescale: max(1, template { $0.number("timescale") } ?? 1),
            ticks: template { $0.number("duration") },
            hasTimeline: timeline != nil,
            timeline: timeline.flatMap {
                DASHTimeline($0, offset: template { $0.number("presentationTimeOffset") } ?? 0)
            })
    }
}

extension XMLElement {
    /// Whether an AdaptationSet contains images, by its content type or MIME type, or by the MIME type of a
    /// Representation.
    var isOfImages: Bool {
        let types = [self] + children("Representation")
        return attributes["contentType"] == "image"
            || types.contains { $0.attributes["mimeType"]?.hasPrefix("image/") == true }
    }

    fileprivate var tileProperty: String? {
        (children("EssentialProperty").map(\.self) + children("SupplementalProperty"))
            .first { $0.attributes["schemeIdUri"]?.isTileScheme == true }?.attributes["value"] ?? nil
    }
}

extension String {
    /// Whether a scheme marks the tile property. dash.js, Shaka and media3 accept both schemes.
    fileprivate var isTileScheme: Bool {
        // Accepts `https:` as well, because CDNs rewrite `http:` in whole manifests.
        let scheme = hasPrefix("https:") ? "http:" + dropFirst("https:".count) : self
        return [DASHThumbnails.tileScheme, DASHThumbnails.olderTileScheme].contains(scheme)
    }

    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? first : nil }
}

/// Resolves relative references in manifests as text, because templates are not valid URLs.
enum DASHAddress {
    /// A reference resolved against a base; dot segments are kept.
    static func joined(_ base: String, _ reference: String) -> String {
        guard !reference.isEmpty else { return base }
        guard !base.isEmpty, !isAbsolute(reference) else { return reference }
        let path = base.prefix { $0 != "?" && $0 != "#" }
        let origin = origin(path)
        guard !reference.hasPrefix("/") else { return origin + reference }
        let directories = path.dropFirst(origin.count)
        guard let slash = directories.lastIndex(of: "/") else {
            return origin.isEmpty ? reference : "\(origin)/\(reference)"
        }
        return origin + directories[...slash] + reference
    }

    /// Whether a reference has a scheme or a host.
    static func isAbsolute(_ reference: String) -> Bool {
        if reference.hasPrefix("//") { return true }
        let scheme = reference.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return scheme.first?.isLetter == true && reference[scheme.endIndex...].first == ":"
    }

    /// The scheme and host of a base; empty for a relative base.
    private static func origin(_ base: Substring) -> String {
        guard isAbsolute(String(base)), let mark = base.firstRange(of: "//") else { return "" }
        return String(base[..<(base[mark.upperBound...].firstIndex(of: "/") ?? base.endIndex)])
    }
}

extension Substring {
    fileprivate func firstRange(of mark: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(mark) }.map { $0..<index($0, offsetBy: mark.count) }
    }
}
