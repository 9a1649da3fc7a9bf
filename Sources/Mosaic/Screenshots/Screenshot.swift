package import MosaicFiles
package import WebVTT

/// One input picture and the playback time it shows.
package struct Screenshot: Hashable, Sendable {
    /// The picture's name within its source; used in reports and documents.
    package let name: String
    /// The playback time it shows.
    package let time: Timestamp
    /// The chapter's number, where the source counts chapters.
    package let chapter: Int?
    /// The chapter's title, where the source has one.
    package var title: String?
    /// False for a chapter whose screenshot is still to come.
    package let hasArrived: Bool
    /// The file's status when it was listed; nil where it is no file of this machine.
    package let status: FileStatus?

    /// Makes a screenshot.
    package init(
        name: String, time: Timestamp, chapter: Int? = nil, title: String? = nil, hasArrived: Bool = true,
        status: FileStatus? = nil
    ) {
        self.name = name
        self.time = time
        self.chapter = chapter
        self.title = title
        self.hasArrived = hasArrived
        self.status = status
    }

    /// By time, then chapter, then name: the order of a storyboard's tiles.
    static func precedes(_ first: Screenshot, _ second: Screenshot) -> Bool {
        if first.time != second.time { return first.time < second.time }
        if first.chapter != second.chapter { return first.chapter ?? 0 < second.chapter ?? 0 }
        return first.name < second.name
    }
}
