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

extension ScreenshotListing {
    /// The same listing without the excluded names.
    package func excluding(_ isExcluded: (String) -> Bool) -> ScreenshotListing {
        replacing(screenshots.filter { !isExcluded($0.name) })
    }
}

extension ScreenshotListing {
    /// The same listing without a last screenshot at or after the end of the film; that one is reported as skipped.
    ///
    /// ffmpeg's `fps` filter rounds the last frame up to a time after the film's end. That concerns one frame at most;
    /// where more are past the end, interval or duration are wrong, which the layout reports.
    func withoutSurplus(duration: Timestamp) -> ScreenshotListing {
        guard let last = screenshots.last, last.time >= duration,
            screenshots.dropLast().last.map({ $0.time < duration }) ?? false
        else { return self }
        let reason = "Its time, \(last.time), is not before the film's end at \(duration)."
        return replacing(screenshots.dropLast(), alsoSkipping: [SkippedFile(name: last.name, reason: reason)])
    }
}

/// A file that is not part of the storyboard, and why.
public struct SkippedFile: Hashable, Sendable, Encodable {
    /// The file's name, relative to its folder.
    public let name: String
    /// One sentence.
    public let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}

/// A chapter of a film that titles screenshots: all from its time on, before the next chapter.
package struct ChapterTitle: Hashable, Sendable, Codable {
    /// The most chapters of a source.
    package static let mostChapters = 10_000
    /// The longest title, in Unicode scalars.
    package static let longestTitle = 1_000

    /// When the chapter begins.
    package let time: Timestamp
    /// Its title.
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
    /// The same listing, with the chapters' titles for screenshots that have none.
    ///
    /// - Parameter chapters: In the order of their times.
    func titled(by chapters: [ChapterTitle]) -> ScreenshotListing {
        guard !chapters.isEmpty else { return self }
        var rest = chapters[...]
        var current: ChapterTitle?
        // Both are in the order of time.
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
