import Synchronization

/// Makes many storyboards, a few at a time.
///
/// Each one is decoded by one thread, so that no thread waits for another's. While one is published, which waits for the
/// disk, the next one is composed.
public struct Batch: Sendable {
    /// What comes next in a batch.
    public enum Entry: Sendable {
        /// A storyboard to make.
        case item(BatchItem)
        /// One that cannot even be begun.
        case refused(BatchResult)
    }

    /// How many storyboards are composed at a time; at least 1.
    public var jobs = 1
    /// Whether what is published already and made of the same is left alone.
    public var resumes = false
    /// Whether only storyboards whose job failed are made; what is left aside has no result.
    public var retriesFailed = false
    /// Whether tile and grid sizes that were recorded earlier are chosen anew.
    public var regrids = false

    /// How many storyboards may wait for the disk at a time, where all their bytes are already; a disk flushes several
    /// files hardly slower than one.
    private static let publishing = 8

    /// One storyboard at a time, whatever is published already.
    public init() {}

    /// Makes everything that `next` gives, in any order of completion; asks for it only when there is a thread for it.
    ///
    /// Cancelling the task ends it soon: what is being published is published, everything else is left as it was.
    /// - Parameters:
    ///   - next: The next entry; nil at the end. Never called twice at a time.
    ///   - report: Takes each result, one at a time.
    public func run(
        next: () async -> Entry?, report: @escaping @Sendable (BatchResult) async -> Void
    ) async {
        let work = BatchWork(
            resumes: resumes, retriesFailed: retriesFailed, regrids: regrids, worker: WorkerName.unique().rawValue)
        let composing = BatchSlots(max(1, jobs))
        let begun = BatchSlots(max(1, jobs) + Self.publishing)
        // More than there are cores: one that waits for the disk keeps none from being used.
        let threads = DiskThreads(limit: max(1, jobs) + Self.publishing)
        await withDiscardingTaskGroup { group in
            while true {
                await begun.take()
                await composing.take()
                guard !Task.isCancelled, let entry = await next(), !Task.isCancelled else { break }
                group.addTask(executorPreference: threads) {
                    let place = HeldSlot(of: composing)
                    let result =
                        switch entry {
                        case .item(let item): await work.result(of: item) { place.giveBack() }
                        case .refused(let result): result
                        }
                    place.giveBack()
                    if let result { await report(result) }
                    begun.giveBack()
                }
            }
        }
    }
}

/// A place that is given back once, however often that is asked for.
private final class HeldSlot: Sendable {
    private let slots: BatchSlots
    private let isHeld = Mutex(true)

    init(of slots: BatchSlots) { self.slots = slots }

    func giveBack() {
        let wasHeld = isHeld.withLock { held in
            defer { held = false }
            return held
        }
        if wasHeld { slots.giveBack() }
    }
}
