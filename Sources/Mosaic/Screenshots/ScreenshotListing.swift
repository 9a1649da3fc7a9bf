/// What a source offers: screenshots in order, and the files it left aside.
public struct ScreenshotListing: Hashable, Sendable {
    /// Sorted by time, then chapter.
    package let screenshots: [Screenshot]
    /// Files that were left aside, sorted by name.
    package let skipped: [SkippedFile]
    /// Sentences for the person who runs it, such as a jump in the numbering.
    package let remarks: [String]

    package init(_ screenshots: [Screenshot], skipped: [SkippedFile], remarks: [String] = []) {
        // Numbers are moved about faster than screenshots.
        let order = screenshots.indices.sorted { Screenshot.precedes(screenshots[$0], screenshots[$1]) }
        self.screenshots = order.map { screenshots[$0] }
        self.skipped = skipped.sorted { $0.name < $1.name }
        self.remarks = remarks
    }
}
