package import Mosaic

extension ScreenshotListing {
    /// The same listing with the titles of expected chapters; where placeholders are requested, also with screenshots
    /// without a file for chapters that have not arrived.
    package func expecting(_ chapters: [ExpectedChapters.Chapter], missing: MissingChapters) -> ScreenshotListing {
        let present = Set(screenshots.compactMap(\.chapter))
        let titles = Dictionary(chapters.lazy.filter { present.contains($0.index) }.map { ($0.index, $0.title) }) {
            first, _ in first
        }
        var all = screenshots.map { screenshot in
            guard screenshot.title == nil, let chapter = screenshot.chapter, let title = titles[chapter] ?? nil else {
                return screenshot
            }
            var titled = screenshot
            titled.title = title
            return titled
        }
        switch missing {
        case .absent: break
        case .placeholder:
            all += chapters.filter { !present.contains($0.index) }.map { chapter in
                Screenshot(
                    name: "ch\(chapter.index)", time: chapter.time, chapter: chapter.index, title: chapter.title,
                    hasArrived: false)
            }
        }
        return replacing(all)
    }
}
