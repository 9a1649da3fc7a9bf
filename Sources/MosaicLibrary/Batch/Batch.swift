import Mosaic
import MosaicFiles
import Synchronization

/// Makes many storyboards, a few at a time.
///
/// Each one is decoded by one worker, so that none waits for another's tiles. While one is published, which waits for the
/// disk, the next one is composed.
package struct Batch: Sendable {
    /// What comes next in a batch.
    package enum Entry: Sendable {
        /// A storyboard to make.
        case item(BatchItem)
        /// One that cannot even be begun.
        case refused(BatchResult)
    }

    /// How many storyboards are composed at a time, 1...256; what lies outside is taken as the nearest of these.
    package var jobs = 1
    /// Whether what is published already and made of the same is left alone.
    package var resumes = false
    /// Whether only storyboards whose job failed, or did not come to its end, are made; what is left aside has no result.
    package var retriesFailed = false
    /// Whether storyboards with placeholders are made again although nothing has changed.
    package var retriesPlaceholders = false
    /// Whether storyboards that are made of another source are replaced instead of refused.
    package var adopts = false
    /// Whether tile and grid sizes that were recorded earlier are chosen anew.
    package var regrids = false

    /// How many storyboards may wait for the disk at a time, where all their bytes are already; a disk flushes several
    /// files hardly slower than one.
    private static let publishing = 8

    /// The most storyboards that are composed at a time.
    package static let mostJobs = 256

    /// One storyboard at a time, whatever is published already.
    package init() {}

    /// Makes everything that `next` gives, in any order of completion; asks for it only when there is a thread for it.
    ///
    /// Cancelling the task ends it soon: what is being published is published, everything else is left as it was.
    /// - Parameters:
    ///   - next: The next entry; nil at the end. Never called twice at a time, nor again after the end.
    ///   - report: Takes each result, from several tasks.
    package func run(
        next: @escaping @Sendable () async -> Entry?, report: @escaping @Sendable (BatchResult) async -> Void
    ) async {
        let entries = BatchEntries(next)
        let jobs = min(max(1, jobs), Self.mostJobs)
        let composing = AsyncSemaphore(permits: jobs)
        let begun = AsyncSemaphore(permits: jobs + Self.publishing)
        PixelExecutor.shared.raiseLimit(to: jobs)
        // More than there are cores: one that waits for the disk keeps none from being used.
        let threads = DiskThreads(limit: jobs + Self.publishing, named: "mosaic-batch")
        await withDiscardingTaskGroup { group in
            while true {
                guard (try? await begun.acquire()) != nil, (try? await composing.acquire()) != nil,
                    !Task.isCancelled, !entries.haveEnded
                else { break }
                group.addTask(executorPreference: threads) {
                    let place = HeldSlot(of: composing)
                    // Its own name, so that of two entries for one storyboard the second waits for the first.
                    let work = BatchWork(
                        resumes: resumes, retriesFailed: retriesFailed,
                        retriesPlaceholders: retriesPlaceholders, adopts: adopts, regrids: regrids,
                        worker: WorkerName.unique().rawValue)
                    // Whoever has its place still, because there was nothing to publish, goes on: over a library that is
                    // up to date, a task for each storyboard would take longer than looking at it does.
                    while place.isHeld, let entry = await entries.next() {
                        let result =
                            switch entry {
                            case .item(let item): await work.result(of: item) { place.giveBack() }
                            case .refused(let result): result
                            }
                        if let result { await report(result) }
                    }
                    place.giveBack()
                    begun.release()
                }
            }
        }
    }
}

/// What a batch is to make, handed to one task at a time.
private final class BatchEntries: Sendable {
    private let take: @Sendable () async -> Batch.Entry?
    private let turn = AsyncSemaphore(permits: 1)
    private let isOver = Mutex(false)

    init(_ take: @escaping @Sendable () async -> Batch.Entry?) { self.take = take }

    /// Whether there will be no other.
    var haveEnded: Bool { isOver.withLock(\.self) }

    /// The next entry; nil at the end, and where the task was cancelled.
    func next() async -> Batch.Entry? {
        if (try? await turn.acquire()) != nil {
            defer { turn.release() }
            if !haveEnded, let entry = await take(), !Task.isCancelled { return entry }
        }
        isOver.withLock { $0 = true }
        return nil
    }
}

/// A place that is given back once, however often that is asked for.
private final class HeldSlot: Sendable {
    private let slots: AsyncSemaphore
    private let held = Mutex(true)

    init(of slots: AsyncSemaphore) { self.slots = slots }

    var isHeld: Bool { held.withLock(\.self) }

    func giveBack() {
        let wasHeld = held.withLock { held in
            defer { held = false }
            return held
        }
        if wasHeld { slots.release() }
    }
}
