import Mosaic

/// What whoever waits for a storyboard is told of its job.
///
/// A status has only the members that mean something in it: numbers while screenshots arrive, a message on failure.
package struct JobStatus: Hashable, Sendable, Encodable {
    /// The states as they are told.
    package enum Word: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nothing has arrived or begun yet; ask again.
        case pending = "PENDING"
        /// Screenshots arrive and are composed; ask again.
        case processing = "PROCESSING"
        /// Nothing more is to come.
        case completed = "COMPLETED"
        /// It is not going to be done.
        case failed = "FAILED"
    }

    /// How far the job is.
    package let status: Word
    /// Chapters that are done; only with ``Word/processing``.
    package let completedChapters: Int?
    /// Chapters in all, as far as is known; only with ``Word/processing``.
    package let totalChapters: Int?
    /// One sentence; only with ``Word/failed``.
    package let errorMessage: String?

    /// Tells how far a job is. One that somebody took back has failed for those who wait.
    package init(_ job: Job) {
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
