package import Mosaic
import MosaicSystem
import Synchronization

/// Composes many storyboards, several at a time.
///
/// Each storyboard is decoded by one worker, so that none waits for tiles of another. While one is published, which
/// waits for the disk, the next one is composed.
package struct Batch: Sendable {
    /// The next step of a batch.
    package enum Entry: Sendable {
        /// A storyboard to compose.
        case item(BatchItem)
        /// A storyboard that cannot be begun, with its result.
        case refused(BatchResult)
    }

    /// Maximum number of storyboards composed at a time, 1...256; other values are clamped.
    package var jobs = 1
    /// Maximum number of films among them, 1...``jobs``; other values are clamped. Each film has a separate process.
    package var films = 1
    /// Whether storyboards that are up to date are skipped.
    package var resumes = false
    /// Whether only storyboards whose job failed or did not finish are composed; skipped ones have no result.
    package var retriesFailed = false
    /// Whether storyboards with placeholders are composed again although nothing has changed.
    package var retriesPlaceholders = false
    /// Whether storyboards of another source are replaced instead of refused.
    package var adopts = false
    /// The formats of other players to write beside each track; nil writes those of the earlier publication again. A
    /// storyboard published with others is composed again, even if it is up to date.
    package var exports: ExportManifest.Request?
    /// Whether recorded tile and grid sizes are chosen again.
    package var regrids = false
    /// Writes thumbnails of films for media servers after the publication; nil for none.
    package var servers: MediaServerPublisher?
    /// Reports the progress of opening a film: its name and the part that was read, 0...1; `nil` reports nothing.
    package var opening: (@Sendable (_ film: String, _ part: Double) -> Void)?
    /// Maximum wait for another process that writes into a storyboard's folder.
    package var busyTimeout = Duration.zero

    /// Maximum number of storyboards in publication at a time, with all their bytes on disk: flushing several files
    /// takes hardly longer than flushing one.
    private static let publishing = 8

    /// The most storyboards that are composed at a time.
    package static let mostJobs = 256

    /// One storyboard at a time, all composed again.
    package init() {}

    /// Composes all entries of `next`, in any order of completion; asks for an entry only when a thread is free.
    ///
    /// After cancellation it ends soon: publications that have begun are completed, all other storyboards stay
    /// unchanged.
    /// - Parameters:
    ///   - next: The next entry; nil at the end. Never called concurrently, nor again after the end.
    ///   - report: Takes each result, from several tasks.
    package func run(
        next: @escaping @Sendable () async -> Entry?, report: @escaping @Sendable (BatchResult) async -> Void
    ) async {
        let entries = BatchEntries(next)
        let jobs = min(max(1, jobs), Self.mostJobs)
        let composing = AsyncSemaphore(permits: jobs)
        let begun = AsyncSemaphore(permits: jobs + Self.publishing)
        let films = AsyncSemaphore(permits: min(max(1, films), jobs))
        PixelExecutor.shared.raiseLimit(to: jobs)
        // More threads than cores: threads that wait for the disk leave no core idle.
        let threads = BlockingExecutor(limit: jobs + Self.publishing, named: "mosaic-batch")
        await withDiscardingTaskGroup { group in
            while true {
                guard (try? await begun.acquire()) != nil, (try? await composing.acquire()) != nil,
                    !Task.isCancelled, !entries.haveEnded
                else { break }
                group.addTask(executorPreference: threads) {
                    let place = Permits(of: composing)
                    // A name of its own, so that of two entries for one storyboard the second waits for the first.
                    let work = BatchWork(batch: self, worker: WorkerName.unique().rawValue, films: films)
                    // A task that kept its slot, because it had nothing to publish, continues: in a library that is up
                    // to date, a task for each storyboard would take longer than the check.
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

/// The entries of a batch, taken by one task at a time.
private final class BatchEntries: Sendable {
    private let take: @Sendable () async -> Batch.Entry?
    private let turn = AsyncSemaphore(permits: 1)
    private let isOver = Mutex(false)

    init(_ take: @escaping @Sendable () async -> Batch.Entry?) { self.take = take }

    /// Whether there are no further entries.
    var haveEnded: Bool { isOver.withLock(\.self) }

    /// The next entry; nil at the end, and after cancellation.
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
    /// The request.
    package let request: JobRequest
    /// The library that it is published in.
    package let library: StoryboardLibrary
    /// The label of its result.
    package let label: BatchResult.Label
    /// Maximum number of screenshots decoded at a time.
    package let workers: Int

    /// Makes an item.
    package init(request: JobRequest, library: StoryboardLibrary, label: BatchResult.Label, workers: Int = 1) {
        self.request = request
        self.library = library
        self.label = label
        self.workers = workers
    }
}

extension Batch {
    /// A batch's work on one storyboard, as a dry run lists it.
    package struct Preview: Sendable {
        /// Whether it would be composed; false for one that is up to date.
        package let isComposed: Bool
        /// The files that would be written for media servers, as far as they follow from the storyboard that is there.
        package let servers: [ServerPublication]
        /// The files of a film that has no such storyboard yet; see ``MediaServerPublisher/expectedPaths(of:)``.
        package var expectedPaths: [String] = []
    }

    /// Lists the work on a storyboard; nothing is written, and no film is opened that need not be.
    ///
    /// - Returns: Nil for a storyboard that is not selected.
    /// - Throws: `refused` for the storyboard of another source, errors of the library.
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
            // A storyboard of other sizes, or that another film replaces, has other files after the batch.
            !isComposed || !regrids && item.request.settings.keepsSizes(of: published)
        else {
            return Preview(isComposed: isComposed, servers: [], expectedPaths: servers.expectedPaths(of: film))
        }
        let publications = await servers.publish(item.request.id, of: film, in: item.library.store)
        return Preview(isComposed: isComposed, servers: publications)
    }
}
