package import Mosaic
package import WebVTT

/// Status of a job, for clients that wait for its storyboard.
///
/// Only members that apply are set: numbers while screenshots arrive, a message after a failure.
package struct JobStatus: Hashable, Sendable, Encodable {
    /// The states in the API.
    package enum Word: String, Hashable, Sendable, Codable, CaseIterable {
        /// No screenshot has arrived yet; poll again.
        case pending = "PENDING"
        /// Screenshots have arrived; the job composes them or waits for its next attempt. Poll again.
        case processing = "PROCESSING"
        /// The storyboard is complete.
        case completed = "COMPLETED"
        /// The job failed or was cancelled.
        case failed = "FAILED"
    }

    package let status: Word
    /// Number of chapters that are done; only with ``Word/processing``.
    package let completedChapters: Int?
    /// Number of expected chapters; if unknown, the number of chapters that are done. Only with ``Word/processing``.
    package let totalChapters: Int?
    /// Why the job failed, one sentence; only with ``Word/failed``.
    package let errorMessage: String?
    /// The chapters with their screenshots; nil if none is known.
    package let chapters: [ChapterStatus]?

    /// Creates the status of a job; a cancelled job counts as failed.
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

/// A chapter in the status of a job, for clients that show the screenshot.
package struct ChapterStatus: Hashable, Sendable {
    /// The chapter's number.
    package let index: Int
    /// Start of the chapter.
    package let time: Timestamp
    /// A title for people; nil without one.
    package let title: String?
    /// The URL of the screenshot, relative to the common root of all storyboards' screenshots: `{id}/ch1_176s.jpg`. Nil
    /// if the storyboard does not show the screenshot or the server keeps no screenshots.
    package let screenshotURL: String?
}

extension ChapterStatus: Encodable {
    private enum CodingKeys: String, CodingKey {
        case index, time, title
        case screenshotURL = "screenshotUrl"
    }

    /// Writes all members, with null for missing values; `time` is in seconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(index, forKey: .index)
        try container.encode(Double(time.milliseconds) / 1_000, forKey: .time)
        try container.encode(title, forKey: .title)
        try container.encode(screenshotURL, forKey: .screenshotURL)
    }
}

extension ChapterStatus {
    /// The expected chapters and the chapters with tiles, sorted by index. Empty for a film, and for files whose names
    /// contain no chapter index.
    ///
    /// A chapter has a URL only if the published storyboard shows its screenshot. So clients never see a screenshot
    /// that the track lacks.
    /// - Parameters:
    ///   - source: The source of the screenshots. For a bucket, the URLs end in the objects' names below the prefix.
    ///     For any other source, the URLs end in the file name that the server uses, with the extension .jpg.
    ///   - isServed: Whether the server keeps screenshots; if false, no chapter has a URL.
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
