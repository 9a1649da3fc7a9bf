package import Mosaic
package import WebVTT

/// The status of a job for clients that wait for its storyboard.
///
/// It has only the members that apply: numbers while screenshots arrive, a message after a failure.
package struct JobStatus: Hashable, Sendable, Encodable {
    /// The states as clients see them.
    package enum Word: String, Hashable, Sendable, Codable, CaseIterable {
        /// No screenshot has arrived, and no attempt has begun; ask again.
        case pending = "PENDING"
        /// Screenshots arrive and are composed; ask again.
        case processing = "PROCESSING"
        /// The storyboard is complete.
        case completed = "COMPLETED"
        /// It failed or was cancelled.
        case failed = "FAILED"
    }

    /// The state.
    package let status: Word
    /// Chapters that are done; only with ``Word/processing``.
    package let completedChapters: Int?
    /// Expected chapters, where known; only with ``Word/processing``.
    package let totalChapters: Int?
    /// One sentence; only with ``Word/failed``.
    package let errorMessage: String?
    /// The chapters with their screenshots; nil where there are none.
    package let chapters: [ChapterStatus]?

    /// The status of a job; a cancelled job counts as failed.
    package init(_ job: Job, chapters: [ChapterStatus] = []) {
        self.chapters = chapters.isEmpty ? nil : chapters
        let isProcessing = job.state == .processing
        completedChapters = isProcessing ? job.completedChapters : nil
        totalChapters = isProcessing ? job.totalChapters ?? job.completedChapters : nil
        switch job.state {
        case .pending: (status, errorMessage) = (.pending, nil)
        case .processing: (status, errorMessage) = (.processing, nil)
        case .completed: (status, errorMessage) = (.completed, nil)
        case .failed: (status, errorMessage) = (.failed, job.errorMessage ?? "The storyboard cannot be made.")
        case .cancelled: (status, errorMessage) = (.failed, "The job was cancelled.")
        }
    }
}

/// A chapter in the status of a job, for clients that show its screenshot.
package struct ChapterStatus: Hashable, Sendable {
    /// The chapter's number.
    package let index: Int
    /// When it begins.
    package let time: Timestamp
    /// A title for people; nil without one.
    package let title: String?
    /// The URL of its screenshot, relative to where screenshots of all ids are: `{id}/ch1_176s.jpg`. Nil while it has not
    /// arrived.
    package let screenshotURL: String?
}

extension ChapterStatus: Encodable {
    private enum CodingKeys: String, CodingKey {
        case index, time, title
        case screenshotURL = "screenshotUrl"
    }

    /// Writes all members, null where there is no value; the time in seconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(index, forKey: .index)
        try container.encode(Double(time.milliseconds) / 1_000, forKey: .time)
        try container.encode(title, forKey: .title)
        try container.encode(screenshotURL, forKey: .screenshotURL)
    }
}

extension ChapterStatus {
    /// The expected chapters and those with tiles, in the order of their numbers; empty for a film, and for files
    /// whose names hold no chapter.
    ///
    /// A chapter has a URL when the published storyboard shows its screenshot, so that clients never see one that the
    /// track lacks.
    /// - Parameters:
    ///   - source: The screenshots' source; those in a bucket have the URLs of their keys, all others the name that
    ///     the server serves them under, which ends in .jpg.
    ///   - isServed: Whether screenshots are kept; without that there are no URLs.
    package static func all(
        _ expected: [ExpectedChapters.Chapter], of id: StoryboardID, from source: ScreenshotSource,
        in storyboard: Storyboard?, isServed: Bool = true
    ) -> [ChapterStatus] {
        let hasKeys = source.bucketAddress != nil
        var chapters: [Int: ChapterStatus] = [:]
        chapters.reserveCapacity(expected.count)
        for chapter in expected {
            chapters[chapter.index] = ChapterStatus(
                index: chapter.index, time: chapter.time, title: chapter.title, screenshotURL: nil)
        }
        for tile in storyboard?.tiles ?? [] {
            guard let index = tile.chapter, let name = ScreenshotName(tile.source.name) else { continue }
            let file = hasKeys ? tile.source.name : ChapterFile(name, .jpeg).description
            chapters[index] = ChapterStatus(
                index: index, time: chapters[index]?.time ?? tile.time, title: chapters[index]?.title ?? tile.title,
                screenshotURL: isServed && tile.state != .placeholder ? "\(id)/\(file)" : nil)
        }
        return chapters.values.sorted { $0.index < $1.index }
    }
}
