package import MosaicFiles
package import WebVTT

/// One input picture and the playback time it shows.
package struct Screenshot: Hashable, Sendable {
    /// The file's name, relative to its folder; used in reports and documents.
    package let name: String
    /// Where the file lies; nil for a chapter whose screenshot is still to come.
    package let path: String?
    /// The playback time it shows.
    package let time: Timestamp
    /// The chapter's number, where the source counts chapters.
    package let chapter: Int?
    /// The chapter's title, where the source has one.
    package let title: String?
    /// The file's status when it was listed; nil where it was not read.
    package let status: FileStatus?

    /// Makes a screenshot.
    package init(name: String, path: String?, time: Timestamp, chapter: Int? = nil, title: String? = nil) {
        self.init(name: name, path: path, time: time, chapter: chapter, title: title, status: nil)
    }

    package init(
        name: String, path: String?, time: Timestamp, chapter: Int? = nil, title: String? = nil, status: FileStatus?
    ) {
        self.status = status
        self.name = name
        self.path = path
        self.time = time
        self.chapter = chapter
        self.title = title
    }

    /// The file's status; nil without a file.
    package var fileStatus: FileStatus? { status ?? path.flatMap(FileStatus.init(path:)) }

    /// By time, then chapter, then name: the order of a storyboard's tiles.
    static func precedes(_ first: Screenshot, _ second: Screenshot) -> Bool {
        if first.time != second.time { return first.time < second.time }
        if first.chapter != second.chapter { return first.chapter ?? 0 < second.chapter ?? 0 }
        return first.name < second.name
    }
}
