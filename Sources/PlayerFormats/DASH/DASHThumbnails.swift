package import TiledJPEG
package import WebVTT

/// An AdaptationSet of sheets: the same thumbnails in one or several sizes.
///
/// [DASH-IF IOP 4.3, 6.2.6: tiles of thumbnail images](https://dashif.org/docs/DASH-IF-IOP-v4.3.pdf)
package struct DASHThumbnails: Hashable, Sendable {
    /// The property that says how a sheet is divided.
    package static let tileScheme = "http://dashif.org/guidelines/thumbnail_tile"
    /// The scheme of older packagers, with the same values.
    static let olderTileScheme = "http://dashif.org/thumbnail_tile"

    /// The sheets of one size. A sheet is a segment; its tiles share its time equally, row by row.
    ///
    /// A SegmentTimeline states whole sheets, also past the film's end. With a `duration`, media3 shortens the last
    /// sheet to the film's end and divides its time by the number of cells.
    package struct Representation: Hashable, Sendable {
        /// Unique in the manifest.
        package var id: String
        /// The rate at which a sheet arrives in its own time, bits per second.
        package var bandwidth: Int
        /// The size of a whole sheet, the last one included.
        package var sheet: PixelSize
        /// 1 or more.
        package var columns: Int
        /// 1 or more.
        package var rows: Int
        /// The URL of a sheet with `$Number$`, or `$Number%05d$`, for its number, and `$$` for a dollar.
        package var media: String
        /// The number of the first sheet.
        package var startNumber: Int
        /// Ticks of `timeline` a second, 1 or more.
        package var timescale: Int
        /// When sheets start and end.
        package var timeline: DASHTimeline

        /// Makes the sheets of one size.
        ///
        /// - Parameter timeline: The times of sheets in milliseconds.
        package init(
            id: String, bandwidth: Int, sheet: PixelSize, columns: Int, rows: Int, media: String, startNumber: Int = 1,
            timeline: DASHTimeline
        ) {
            (self.id, self.bandwidth, self.sheet, self.columns, self.rows) = (id, bandwidth, sheet, columns, rows)
            (self.media, self.startNumber) = (media, startNumber)
            (timescale, self.timeline) = (1000, timeline)
        }

        /// The duration of the longest sheet, to the nearest millisecond.
        package var segmentDuration: Timestamp { time(ofTicks: Double(timeline.longest)) }

        /// The size of one tile; sides are rounded down.
        package var tile: PixelSize { PixelSize(width: sheet.width / columns, height: sheet.height / rows) }

        /// Where a tile starts, to the nearest millisecond.
        ///
        /// - Parameter tile: Counted from 0 over all sheets.
        package func start(ofTile tile: Int) -> Timestamp {
            let cells = columns * rows
            let sheet = timeline.times(ofSheet: tile / cells)
            return time(ofTicks: sheet.start + sheet.ticks * Double(tile % cells) / Double(cells))
        }

        /// The number of sheets of a film.
        package func sheetCount(duration: Timestamp) -> Int {
            timeline.count(before: Double(duration.milliseconds) * Double(timescale) / 1000)
        }

        /// The URL of a sheet.
        ///
        /// - Parameter sheet: Counted from 0.
        package func url(ofSheet sheet: Int) -> String {
            DASHTemplate.expanded(
                media, number: startNumber + sheet, time: timeline.time(ofSheet: sheet))
        }

        private func time(ofTicks ticks: Double) -> Timestamp {
            Timestamp(seconds: ticks / Double(timescale)) ?? .zero
        }
    }

    /// One for each size; ids are different.
    package var representations: [Representation]

    package init(representations: [Representation]) { self.representations = representations }
}
