import TiledJPEG

extension DASHThumbnails {
    /// Reads all thumbnails of a static manifest with one Period, one element for each AdaptationSet of images.
    ///
    /// - Throws: `malformed` and `limitExceeded` with the line; `unsupported` for a DOCTYPE, UTF-16, a dynamic manifest,
    ///   several Periods, and pictures without the property of tiles, sizes or a template.
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
    /// The most tiles along a side of a sheet, which bounds what readers make of a layout.
    private static let maximumSide = 1000

    /// - Throws: `unsupported` for missing attributes, `malformed` for impossible values.
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
