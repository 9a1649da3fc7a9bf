package import WebVTT

/// The screenshots of a source in order, and the skipped files.
public struct ScreenshotListing: Hashable, Sendable {
    /// Sorted by time, then chapter.
    package let screenshots: [Screenshot]
    /// Skipped files, sorted by name.
    package let skipped: [SkippedFile]
    /// Remarks for the user, such as a gap in the numbering.
    package let remarks: [String]
    /// The facts about the film whose frames they are; nil for a folder.
    package let film: FilmSummary?
    /// Reads the pictures; two listings are equal without regard to it.
    package let reader: any ScreenshotReader

    package init(
        _ screenshots: [Screenshot], skipped: [SkippedFile], remarks: [String] = [], film: FilmSummary? = nil,
        reader: any ScreenshotReader
    ) {
        // Sorting positions is faster than sorting screenshots.
        let order = screenshots.indices.sorted { Screenshot.precedes(screenshots[$0], screenshots[$1]) }
        self.screenshots = order.map { screenshots[$0] }
        self.skipped = skipped.sorted { $0.name < $1.name }
        self.remarks = remarks
        self.film = film
        self.reader = reader
    }

    /// The same source with other screenshots.
    package func replacing(_ screenshots: [Screenshot], alsoSkipping: [SkippedFile] = []) -> ScreenshotListing {
        ScreenshotListing(
            screenshots, skipped: skipped + alsoSkipping, remarks: remarks, film: film, reader: reader)
    }

    /// The film's length, where the source tells it.
    package var duration: Timestamp? { film?.duration }

    /// Compares everything but the reader.
    public static func == (first: ScreenshotListing, second: ScreenshotListing) -> Bool {
        first.screenshots == second.screenshots && first.skipped == second.skipped && first.remarks == second.remarks
            && first.film == second.film
    }

    /// Hashes everything but the reader.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(screenshots)
        hasher.combine(skipped)
        hasher.combine(remarks)
        hasher.combine(film)
    }
}

/// The facts of a listing about a film, besides its frames.
package struct FilmSummary: Hashable, Sendable {
    /// Its length, or the part of it that is wanted; nil where it is not known.
    package let duration: Timestamp?
    /// The time from one frame to the next; nil where times are listed.
    package let spacing: Timestamp?
    /// Which frames stand for the times.
    package let choice: FrameSelection.Choice
    /// The number of frames that begin a chapter.
    package let chapters: Int
}
