package import TiledJPEG
package import WebVTT

/// An AdaptationSet of sheets: the same thumbnails in one or more sizes.
///
/// See [DASH-IF IOP 4.3, 6.2.6: tiles of thumbnail images](https://dashif.org/docs/DASH-IF-IOP-v4.3.pdf).
package struct DASHThumbnails: Hashable, Sendable {
    /// Scheme of the property that states columns and rows of a sheet.
    package static let tileScheme = "http://dashif.org/guidelines/thumbnail_tile"
    /// Scheme of the same property in older packagers, with the same values.
    static let olderTileScheme = "http://dashif.org/thumbnail_tile"

    /// The sheets of one size. Each sheet is a segment; its tiles divide the segment's duration equally, row by row.
    ///
    /// A SegmentTimeline states whole sheets, also beyond the film's end. With `duration` instead, media3 shortens the
    /// last sheet to the film's end and divides its shortened time by the number of cells.
    package struct Representation: Hashable, Sendable {
        /// Id of the Representation, unique in the manifest.
        package var id: String
        /// Bits per second at which the largest sheet loads in the duration of a sheet; 0 if a parsed manifest does not
        /// state it.
        package var bandwidth: Int
        /// Size in pixels of every sheet, including the last one.
        package var sheet: PixelSize
        /// Tiles in a row, 1 or more.
        package var columns: Int
        /// Tiles in a column, 1 or more.
        package var rows: Int
        /// Template of a sheet's URL: `$Number$` or `$Number%05d$` for its number, `$Time$` for its start in ticks,
        /// `$$` for a dollar sign.
        package var media: String
        package var startNumber: Int
        /// Ticks of `timeline` per second, 1 or more.
        package var timescale: Int
        /// Start and duration of each sheet.
        package var timeline: DASHTimeline

        /// Creates the sheets of one size.
        ///
        /// - Parameter timeline: Times of the sheets in milliseconds.
        package init(
            id: String, bandwidth: Int, sheet: PixelSize, columns: Int, rows: Int, media: String, startNumber: Int = 1,
            timeline: DASHTimeline
        ) {
            (self.id, self.bandwidth, self.sheet, self.columns, self.rows) = (id, bandwidth, sheet, columns, rows)
            (self.media, self.startNumber) = (media, startNumber)
            (timescale, self.timeline) = (1000, timeline)
        }

        /// Duration of the longest sheet, to the nearest millisecond.
        package var segmentDuration: Timestamp { time(ofTicks: Double(timeline.longest)) }

        /// Size of one tile in pixels, rounded down.
        package var tile: PixelSize { PixelSize(width: sheet.width / columns, height: sheet.height / rows) }

        /// Start of a tile, to the nearest millisecond.
        ///
        /// - Parameter tile: Index of the tile in all sheets, from 0.
        package func start(ofTile tile: Int) -> Timestamp {
            let cells = columns * rows
            let sheet = timeline.times(ofSheet: tile / cells)
            return time(ofTicks: sheet.start + sheet.ticks * Double(tile % cells) / Double(cells))
        }

        /// The number of sheets for a film of this length.
        package func sheetCount(duration: Timestamp) -> Int {
            timeline.count(before: Double(duration.milliseconds) * Double(timescale) / 1000)
        }

        /// The URL of a sheet.
        ///
        /// - Parameter sheet: Index of the sheet, from 0.
        package func url(ofSheet sheet: Int) -> String {
            DASHTemplate.expanded(
                media, number: startNumber + sheet, time: timeline.time(ofSheet: sheet))
        }

        private func time(ofTicks ticks: Double) -> Timestamp {
            Timestamp(seconds: ticks / Double(timescale)) ?? .zero
        }
    }

    /// One Representation for each size, with distinct ids.
    package var representations: [Representation]

    package init(representations: [Representation]) { self.representations = representations }
}

extension DASHThumbnails {
    /// Parses the thumbnails of a static manifest with one Period. The result has one element for each AdaptationSet of
    /// images.
    ///
    /// - Throws: The errors of ``DASHManifest/init(parsing:)``. `unsupported` also for a dynamic manifest, for several
    ///   Periods, and for images without tile property, size, template or times; `malformed` also for invalid values.
    package static func list(parsing bytes: [UInt8]) throws(ThumbnailFormatError) -> [DASHThumbnails] {
        let manifest = try DASHManifest(parsing: bytes)
        guard !manifest.isDynamic else {
            throw ThumbnailFormatError(.unsupported, "MPD", "The manifest is dynamic; only static ones are read.")
        }
        guard manifest.periods.count <= 1 else {
            throw ThumbnailFormatError(
                .unsupported, "Period", "There are \(manifest.periods.count) Periods; one is read.")
        }
        var sets: [DASHThumbnails] = []
        var last: Int?
        for images in manifest.images {
            if images.set != last { sets.append(DASHThumbnails(representations: [])) }
            last = images.set
            sets[sets.count - 1].representations.append(try Representation(images))
        }
        return sets
    }
}

extension DASHThumbnails.Representation {
    /// Maximum number of columns and rows of a sheet, which limits the work for readers of a layout.
    private static let maximumSide = 1000

    /// - Throws: `unsupported` for missing values, `malformed` for invalid values.
    package init(_ images: DASHManifest.Images) throws(ThumbnailFormatError) {
        func fault(_ code: ThumbnailFormatError.Code, _ reason: String) -> ThumbnailFormatError {
            ThumbnailFormatError(code, "line \(images.line)", reason)
        }
        guard let layout = images.layout else {
            throw fault(.unsupported, "The Representation has no property of tiles.")
        }
        guard let grid = WholeNumber.pair(layout.utf8), max(grid.first, grid.second) <= Self.maximumSide else {
            throw fault(.malformed, "The property of tiles is not columns x rows of 1...\(Self.maximumSide).")
        }
        guard let sheet = images.sheet else { throw fault(.unsupported, "The Representation has no width and height.") }
        guard sheet.width >= grid.first, sheet.height >= grid.second else {
            throw fault(.malformed, "A sheet of \(sheet.width)x\(sheet.height) has no room for \(layout) tiles.")
        }
        guard images.timeline != nil || !images.hasTimeline else {
            throw fault(.malformed, "The SegmentTimeline has no segment, or one without a duration.")
        }
        guard let media = images.media, let timeline = images.timeline ?? images.ticks.map(DASHTimeline.init(ticks:))
        else { throw fault(.unsupported, "There is no SegmentTemplate with media and times.") }
        guard images.hasTimeline || images.ticks != 0 else { throw fault(.malformed, "The segments last no time.") }
        guard images.startNumber <= 1 << 53 else { throw fault(.malformed, "The startNumber is too large.") }
        (id, bandwidth, self.sheet, self.media) = (images.id, images.bandwidth ?? 0, sheet, media)
        (columns, rows) = grid
        (startNumber, timescale, self.timeline) = (images.startNumber, images.timescale, timeline)
    }
}

extension DASHThumbnails {
    /// A static manifest with the thumbnails alone, in UTF-8 with LF line ends.
    ///
    /// - Parameter duration: Length of the film.
    package func manifest(duration: Timestamp) -> [UInt8] {
        let buffer = representations.map(\.segmentDuration).max() ?? .zero
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" profiles=\"urn:mpeg:dash:profile:isoff-live:2011\" "
                + "type=\"static\" mediaPresentationDuration=\"PT\(duration.decimalSeconds)S\" "
                + "minBufferTime=\"PT\(buffer.decimalSeconds)S\">",
            "  <Period id=\"0\" start=\"PT0S\">",
        ]
        lines += self.lines().map { "    \($0)" }
        lines += ["  </Period>", "</MPD>", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// The lines of the AdaptationSet; its own tags are not indented.
    ///
    /// - Parameter prefix: Prefix of the manifest's namespace, with its colon; empty without one.
    func lines(prefix: String = "") -> [String] {
        let templates = Set(representations.map { $0.template(prefix: prefix) })
        var lines = ["<\(prefix)AdaptationSet contentType=\"image\" mimeType=\"image/jpeg\">"]
        // A template that all Representations share is written once, in the AdaptationSet.
        if templates.count == 1, let template = templates.first { lines += template.map { "  " + $0 } }
        for representation in representations {
            let sheet = representation.sheet
            lines += [
                "  <\(prefix)Representation id=\"\(XMLText.escaped(representation.id))\" "
                    + "bandwidth=\"\(representation.bandwidth)\" width=\"\(sheet.width)\" height=\"\(sheet.height)\">",
                "    <\(prefix)EssentialProperty schemeIdUri=\"\(Self.tileScheme)\" "
                    + "value=\"\(representation.columns)x\(representation.rows)\"/>",
            ]
            if templates.count > 1 { lines += representation.template(prefix: prefix).map { "    " + $0 } }
            lines.append("  </\(prefix)Representation>")
        }
        return lines + ["</\(prefix)AdaptationSet>"]
    }
}

extension DASHThumbnails.Representation {
    /// The lines of the SegmentTemplate.
    fileprivate func template(prefix: String) -> [String] {
        let start = "<\(prefix)SegmentTemplate media=\"\(XMLText.escaped(media))\" timescale=\"\(timescale)\" "
        let number = "startNumber=\"\(startNumber)\""
        guard !timeline.isConstant else { return [start + "duration=\"\(timeline.longest)\" \(number)/>"] }
        var lines = [start + number + ">", "  <\(prefix)SegmentTimeline>"]
        for run in timeline.runs {
            let repeats = (run.count ?? 0) - 1
            lines.append(
                "    <\(prefix)S t=\"\(run.start)\" d=\"\(run.ticks)\"" + (repeats == 0 ? "" : " r=\"\(repeats)\"")
                    + "/>")
        }
        return lines + ["  </\(prefix)SegmentTimeline>", "</\(prefix)SegmentTemplate>"]
    }
}
