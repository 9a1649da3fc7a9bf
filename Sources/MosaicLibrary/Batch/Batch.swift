package import Mosaic
import MosaicSystem
import Synchronization

/// Composes many storyboards, several at a time.
///
/// One task composes each storyboard. While one storyboard is published, which waits for the disk, the next one is
/// composed.
package struct Batch: Sendable {
    /// An entry of a batch.
    package enum Entry: Sendable {
        /// A storyboard to compose.
        case item(BatchItem)
        /// The result of a storyboard that is not composed: it is up to date, or cannot be begun.
        case refused(BatchResult)
    }

    /// Maximum number of storyboards composed at a time, 1...256; other values are clamped.
    package var jobs = 1
    /// Maximum number of films among these, 1...``jobs``; other values are clamped. Each film is read by a separate
    /// process.
    package var films = 1
    /// Whether up-to-date storyboards are skipped.
    package var resumes = false
    /// Whether only storyboards whose job failed or did not finish are composed, and with ``retriesPlaceholders`` also
    /// storyboards with placeholders. Skipped storyboards have no result.
    package var retriesFailed = false
    /// Whether storyboards with placeholders are composed again even if nothing has changed.
    package var retriesPlaceholders = false
    /// Whether a storyboard of another source is replaced instead of refused.
    package var adopts = false
    /// Formats of other players to write next to each track; nil keeps the formats of the earlier publication. A
    /// storyboard that was published with different formats is composed again, even if it is up to date.
    package var exports: ExportManifest.Request?
    /// Whether tile and grid sizes are chosen again instead of taken from the record.
    package var regrids = false
    /// Writes thumbnails of films for media servers after the publication; nil writes none.
    package var servers: MediaServerPublisher?
    /// Called while a film is opened, with the film's name and the read fraction, 0...1; `nil` reports nothing.
    package var opening: (@Sendable (_ film: String, _ part: Double) -> Void)?
    /// Storyboards that were just found up to date, which are not examined again.
    package var current: [StoryboardID: CatalogEntry] = [:]
    /// Maximum number of frames of each film, from its middle; nil takes all. For a sample of the work.
    var mostFrames: Int?
    /// Maximum wait for another process that writes into a storyboard's folder.
    package var busyTimeout = Duration.zero

    /// Number of tasks beyond ``jobs``, for storyboards that are composed and wait for the disk. Flushing several files
    /// takes hardly longer than flushing one.
    private static let publishing = 8

    /// Maximum number of storyboards composed at a time.
    package static let mostJobs = 256

    /// Creates a batch that composes one storyboard at a time, without skipping any.
    package init() {}

    /// Composes all entries of `next`, in any order of completion. Calls `next` only when a thread is free.
    ///
    /// After cancellation, publications that have begun are completed; all other storyboards stay unchanged.
    /// - Parameters:
    ///   - next: Returns the next entry; nil at the end. Never called concurrently, and not again after the end.
    ///   - report: Called with each result, from several tasks.
    package func run(
        next: @escaping @Sendable () async -> Entry?, report: @escaping @Sendable (BatchResult) async -> Void
    ) async {
        let entries = BatchEntries(next)
        let jobs = min(max(1, jobs), Self.mostJobs)
        let composing = AsyncSemaphore(permits: jobs)
        let begun = AsyncSemaphore(permits: jobs + Self.publishing)
        let films = AsyncSemaphore(permits: min(max(1, films), jobs))
        PixelExecutor.shared.raiseLimit(to: jobs)
        // More threads than cores, so that threads that wait for the disk leave no core idle.
        let threads = BlockingExecutor(limit: jobs + Self.publishing, named: "mosaic-batch")
        await withDiscardingTaskGroup { group in
            while true {
                guard (try? await begun.acquire()) != nil, (try? await composing.acquire()) != nil,
                    !Task.isCancelled, !entries.haveEnded
                else { break }
                group.addTask(executorPreference: threads) {
                    let place = Permits(of: composing)
                    // Each task has its own worker name, so that of two entries for one storyboard the second waits for
                    // the first.
                    let work = BatchWork(batch: self, worker: WorkerName.unique().rawValue, films: films)
                    // A task that still has its permit, because it had nothing to publish, continues. Otherwise an
                    // up-to-date library would need a task for each storyboard, which takes longer than the check
                    // itself.
                    while place.areHeld, let entry = await entries.next() {
                        let result =
                            switch entry {
                            case .item(let item): await work.result(of: item) { place.release() }
                            case .refused(let result): result
                            }
                        if let result { await report(result) }
                    }
                    place.release()
                    begun.release()
                }
            }
        }
    }
}

/// The entries of a batch. One task at a time takes an entry.
private final class BatchEntries: Sendable {
    private let take: @Sendable () async -> Batch.Entry?
    private let turn = AsyncSemaphore(permits: 1)
    private let isOver = Mutex(false)

    init(_ take: @escaping @Sendable () async -> Batch.Entry?) { self.take = take }

    var haveEnded: Bool { isOver.withLock(\.self) }

    /// The next entry; nil at the end and after cancellation.
    func next() async -> Batch.Entry? {
        if (try? await turn.acquire()) != nil {
            defer { turn.release() }
            if !haveEnded, let entry = await take(), !Task.isCancelled { return entry }
        }
        isOver.withLock { $0 = true }
        return nil
    }
}

/// One storyboard of a batch, with the library to publish it in.
package struct BatchItem: Sendable {
    package let request: JobRequest
    /// The library to publish in.
    package let library: StoryboardLibrary
    /// Identifies the storyboard in its result.
    package let label: BatchResult.Label
    /// Maximum number of screenshots decoded at a time, 1 or more.
    package let workers: Int

    package init(request: JobRequest, library: StoryboardLibrary, label: BatchResult.Label, workers: Int = 1) {
        self.request = request
        self.library = library
        self.label = label
        self.workers = workers
    }
}

extension Batch {
    /// The work that a batch would do on one storyboard, for a dry run.
    package struct Preview: Sendable {
        /// Whether the storyboard would be composed; false if it is up to date.
        package let isComposed: Bool
        /// Results of a dry run for each media server. Empty for other sources than films, without media servers, and
        /// if no storyboard with the batch's sizes is published.
        package let servers: [ServerPublication]
        /// Paths of the files for a film without a matching storyboard; see
        /// ``MediaServerPublisher/expectedPaths(of:)``.
        package var expectedPaths: [String] = []
    }

    /// Lists the work on a storyboard without writing. Opens a film only if that is necessary.
    ///
    /// - Returns: Nil if the batch would skip the storyboard.
    /// - Throws: `refused` if the storyboard is made of another source, errors of the library.
    package func preview(of item: BatchItem) async throws -> Preview? {
        let work = BatchWork(batch: self, worker: "", films: AsyncSemaphore(permits: 1))
        let isComposed: Bool
        switch try await work.step(for: item) {
        case .skip: return nil
        case .keep: isComposed = false
        case .compose:
            isComposed = true
            try await item.library.claim(item.request, adopting: adopts)
        }
        guard let servers, let film = item.request.source.filmPath else {
            return Preview(isComposed: isComposed, servers: [])
        }
        guard let published = try await item.library.storyboard(item.request.id),
            // A storyboard with other sizes, or of a replaced film, has other files after the batch.
            !isComposed || !regrids && item.request.settings.keepsSizes(of: published)
        else {
            return Preview(isComposed: isComposed, servers: [], expectedPaths: servers.expectedPaths(of: film))
        }
        let publications = await servers.publish(item.request.id, of: film, in: item.library.store)
        return Preview(isComposed: isComposed, servers: publications)
    }
}
