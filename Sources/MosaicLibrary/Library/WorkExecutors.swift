import MosaicSystem

/// The threads of a process for work that waits or takes long, so that neither an event loop nor a thread that all tasks
/// share does it.
package enum WorkExecutors {
    /// Reads documents, sheets and screenshots.
    package static let reading: any TaskExecutor = BlockingExecutor(named: "mosaic-read")
    /// Stores and removes, and works on jobs.
    package static let writing: any TaskExecutor = BlockingWork.threads
    /// Decodes large requests, few at a time.
    package static let decoding: any TaskExecutor = BlockingExecutor(limit: 2, named: "mosaic-decode")

    /// Allows for the pixels of `jobs` storyboards at a time; never for fewer than before.
    package static func allow(jobs: Int) { PixelExecutor.shared.raiseLimit(to: jobs) }
}
