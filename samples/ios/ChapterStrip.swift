import Foundation

/// The screenshots of a story's chapters as far as they are known: a picture or a placeholder for each.
struct ChapterStrip: Hashable, Sendable {
    /// URL of each chapter's screenshot, the first chapter at 0; nil shows the placeholder.
    private(set) var screenshots: [URL?]

    /// Placeholders only.
    ///
    /// - Parameter chapters: How many chapters the story has, 0 or more.
    init(chapters: Int) { screenshots = Array(repeating: nil, count: chapters) }

    /// What an earlier launch stored.
    init(_ screenshots: [URL?]) { self.screenshots = screenshots }

    /// Whether every chapter has its screenshot, so that nothing has to be asked.
    var isComplete: Bool { !screenshots.contains(nil) }

    /// Takes the URLs of the list. One whose name tells no chapter of the story is skipped; a chapter without a URL keeps
    /// what it has.
    mutating func take(_ list: ChapterThumbnailsResponse) {
        for text in list.thumbnails {
            guard let number = ChapterNumber.of(text), let url = URL(string: text) else { continue }
            put(url, at: number)
        }
    }

    /// Takes the screenshots that a status names.
    ///
    /// - Parameter base: The URL of all screenshots, with a slash at the end.
    mutating func take(_ status: ScreenshotStatus, below base: URL) {
        for chapter in status.chapters ?? [] {
            guard let path = chapter.screenshotUrl, let url = URL(string: path, relativeTo: base) else { continue }
            put(url.absoluteURL, at: chapter.index)
        }
    }

    private mutating func put(_ url: URL, at number: Int) {
        guard screenshots.indices.contains(number - 1) else { return }
        screenshots[number - 1] = url
    }
}
