import Mosaic

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
