/// The screenshots of a source in order, and the skipped files.
public struct ScreenshotListing: Hashable, Sendable {
    /// Sorted by time, then chapter.
    package let screenshots: [Screenshot]
    /// Skipped files, sorted by name.
    package let skipped: [SkippedFile]
    /// Remarks for the user, such as a gap in the numbering.
    package let remarks: [String]

    package init(_ screenshots: [Screenshot], skipped: [SkippedFile], remarks: [String] = []) {
        // Sorting positions is faster than sorting screenshots.
        let order = screenshots.indices.sorted { Screenshot.precedes(screenshots[$0], screenshots[$1]) }
        self.screenshots = order.map { screenshots[$0] }
        self.skipped = skipped.sorted { $0.name < $1.name }
        self.remarks = remarks
    }
}
