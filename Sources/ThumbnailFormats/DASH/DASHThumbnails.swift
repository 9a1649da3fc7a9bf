package import ImageHeaders
package import WebVTT

/// An AdaptationSet of sheets: the same thumbnails in one or several sizes.
///
/// [DASH-IF IOP 4.3, 6.2.6: tiles of thumbnail images](https://dashif.org/docs/DASH-IF-IOP-v4.3.pdf)
package struct DASHThumbnails: Hashable, Sendable {
    /// The property that says how a sheet is divided.
    package static let tileScheme = "http://dashif.org/guidelines/thumbnail_tile"

    /// The sheets of one size. A sheet is a segment; its tiles share its time equally, row by row.
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
        /// Units of `segmentTicks` a second, 1 or more.
        package var timescale: Int
        /// How long a sheet lasts in units of `timescale`, 1 or more.
        package var segmentTicks: Int

        /// Makes the sheets of one size.
        ///
        /// - Parameter segmentDuration: How long a sheet lasts, 1 ms or more.
        package init(
            id: String, bandwidth: Int, sheet: PixelSize, columns: Int, rows: Int, media: String, startNumber: Int = 1,
            segmentDuration: Timestamp
        ) {
            (self.id, self.bandwidth, self.sheet, self.columns, self.rows) = (id, bandwidth, sheet, columns, rows)
            (self.media, self.startNumber) = (media, startNumber)
            (timescale, segmentTicks) = (1000, Int(max(1, segmentDuration.milliseconds)))
        }

        /// How long a sheet lasts, to the nearest millisecond.
        package var segmentDuration: Timestamp { time(ofTicks: Double(segmentTicks)) }

        /// The size of one tile; sides are rounded down.
        package var tile: PixelSize { PixelSize(width: sheet.width / columns, height: sheet.height / rows) }

        /// Where a tile starts, to the nearest millisecond.
        ///
        /// - Parameter tile: Counted from 0 over all sheets.
        package func start(ofTile tile: Int) -> Timestamp {
            time(ofTicks: Double(tile) * Double(segmentTicks) / (Double(columns) * Double(rows)))
        }

        /// How many sheets a film has.
        package func sheetCount(duration: Timestamp) -> Int {
            let sheets = Double(duration.milliseconds) * Double(timescale) / (1000 * Double(segmentTicks))
            let whole = Int(min(sheets, Double(Int32.max)))
            return Double(whole) < sheets ? whole + 1 : whole
        }

        /// The URL of a sheet.
        ///
        /// - Parameter sheet: Counted from 0.
        package func url(ofSheet sheet: Int) -> String {
            DASHTemplate.expanded(
                media, number: startNumber + sheet,
                time: sheet.multipliedReportingOverflow(by: segmentTicks).partialValue)
        }

        private func time(ofTicks ticks: Double) -> Timestamp {
            Timestamp(seconds: ticks / Double(timescale)) ?? .zero
        }
    }

    /// One for each size; ids are different.
    package var representations: [Representation]

    package init(representations: [Representation]) { self.representations = representations }
}
