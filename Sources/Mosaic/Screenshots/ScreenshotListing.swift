package import WebVTT

/// The screenshots of a source in order, and the skipped files.
public struct ScreenshotListing: Hashable, Sendable {
    /// Sorted by time, then chapter, then name.
    package let screenshots: [Screenshot]
    /// Skipped files, sorted by name.
    package let skipped: [SkippedFile]
    /// Remarks for the user, such as a gap in the numbering.
    package let remarks: [String]
    /// Facts about the film; nil if the screenshots are not frames of a film.
    package let film: FilmSummary?
    /// Reads the pictures; not part of equality.
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

    /// The listing with other screenshots, and with further skipped files.
    package func replacing(_ screenshots: [Screenshot], alsoSkipping: [SkippedFile] = []) -> ScreenshotListing {
        ScreenshotListing(
            screenshots, skipped: skipped + alsoSkipping, remarks: remarks, film: film, reader: reader)
    }

    /// The given duration of the film, or else the film's length; nil if it is not known, and for folders of
    /// screenshots.
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

/// The facts about a film in a listing, without its frames.
package struct FilmSummary: Hashable, Sendable {
    /// The given duration, or else the film's length; nil if it is not known.
    package let duration: Timestamp?
    /// The time from one frame to the next; nil if times are listed.
    package let spacing: Timestamp?
    /// How the frames are chosen for the times.
    package let choice: FrameSelection.Choice
    /// The number of frames that begin a chapter.
    package let chapters: Int
}

extension ScreenshotListing {
    /// The listing without the screenshots of the excluded names.
    package func excluding(_ isExcluded: (String) -> Bool) -> ScreenshotListing {
        replacing(screenshots.filter { !isExcluded($0.name) })
    }
}

extension ScreenshotListing {
    /// The listing without its last screenshot, if that one alone is at or after the film's end; it becomes a skipped
    /// file.
    ///
    /// ffmpeg's `fps` filter rounds the time of the last frame up, past the film's end. If more screenshots are past
    /// the end, interval or duration are wrong; the layout reports that.
    func withoutSurplus(duration: Timestamp) -> ScreenshotListing {
        guard let last = screenshots.last, last.time >= duration,
            screenshots.dropLast().last.map({ $0.time < duration }) ?? false
        else { return self }
        let reason = "Its time, \(last.time), is not before the film's end at \(duration)."
        return replacing(screenshots.dropLast(), alsoSkipping: [SkippedFile(name: last.name, reason: reason)])
    }
}

/// A skipped file, which is not part of the storyboard, with the reason.
public struct SkippedFile: Hashable, Sendable, Encodable {
    /// The file's name, relative to its folder.
    public let name: String
    /// The reason for skipping the file, one sentence.
    public let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}

/// A chapter of a film. Its title applies to all screenshots from its time until the next chapter.
package struct ChapterTitle: Hashable, Sendable, Codable {
    /// Maximum number of chapters of a source.
    package static let mostChapters = 10_000
    /// Maximum length of a title, in Unicode scalars.
    package static let longestTitle = 1_000

    /// The time at which the chapter begins.
    package let time: Timestamp
    package let title: String

    package init(time: Timestamp, title: String) {
        self.time = time
        self.title = title
    }

    private enum CodingKeys: String, CodingKey {
        case title
        case time = "time_ms"
    }

    /// Reads `{"time_ms", "title"}`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        time = try container.decode(Timestamp.self, forKey: .time)
        title = try container.decode(String.self, forKey: .title)
        guard title.unicodeScalars.count <= Self.longestTitle, !title.unicodeScalars.contains("\0") else {
            throw DecodingError.dataCorruptedError(
                forKey: .title, in: container, debugDescription: "Not 0 to \(Self.longestTitle) characters without NUL."
            )
        }
    }
}

extension ScreenshotListing {
    /// The listing, in which screenshots without a title have the title of their chapter.
    ///
    /// - Parameter chapters: In ascending order of time.
    func titled(by chapters: [ChapterTitle]) -> ScreenshotListing {
        guard !chapters.isEmpty else { return self }
        var rest = chapters[...]
        var current: ChapterTitle?
        // Chapters and screenshots are in ascending order of time.
        let titled = screenshots.map { screenshot in
            while let next = rest.first, next.time <= screenshot.time {
                current = next
                rest.removeFirst()
            }
            guard screenshot.title == nil, let current else { return screenshot }
            var titled = screenshot
            titled.title = current.title
            return titled
        }
        return replacing(titled)
    }
}
