import Mosaic
import MosaicLibrary
import Raster
import Synchronization
import WebVTT

/// The storyboards of a tree of folders, in order.
final class TreeFeed: Sendable {
    /// What all of them have in common.
    struct Common {
        let library: StoryboardLibrary
        let interval: Timestamp?
        let start: Timestamp
        let defaults: ManifestLine.Defaults
        let threads: Int
    }

    /// How many there are.
    let count: Int
    private let common: Common
    private let refused: [BatchResult]
    private let sources: [BatchPlan.Source]
    private let position = Mutex(0)

    /// Lists the storyboards to compose, after those that cannot be composed.
    init(_ walk: SourceTree.Walk, _ plan: BatchPlan, _ common: Common) {
        self.common = common
        sources = plan.sources.filter { $0.conflict == nil }
        let unreadable = walk.unreadable.map { folder in
            BatchResult.failed(
                BatchResult.Label(source: folder.name), MosaicError(.unavailable, folder.name, folder.reason))
        }
        let collisions = plan.sources.compactMap { source in
            source.conflict.map { conflict in
                BatchResult.failed(
                    BatchResult.Label(id: source.id, source: source.folder.name),
                    MosaicError(
                        .refused, source.id.rawValue,
                        "\(source.folder.name) and \(conflict) have the same id; rename one, or choose ids by another --id."
                    ))
            }
        }
        refused = unreadable + collisions
        count = refused.count + sources.count
    }

    func next() -> Batch.Entry? {
        let position = position.withLock { position in
            defer { position += 1 }
            return position
        }
        if position < refused.count { return .refused(refused[position]) }
        guard position < count else { return nil }
        let source = sources[position - refused.count]
        var request = common.defaults.request(
            for: source.id, ScreenshotSource(folder: source.folder.path, interval: common.interval, start: common.start)
        )
        request.title = source.title
        // All threads for the last storyboard, and where there are few storyboards; one for each of many.
        let workers = position + 1 == count ? common.threads : max(1, common.threads / sources.count)
        return .item(
            BatchItem(
                request: request, library: common.library,
                label: BatchResult.Label(id: source.id, source: source.folder.name), workers: workers))
    }
}
