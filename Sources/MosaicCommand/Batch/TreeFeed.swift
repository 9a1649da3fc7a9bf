import Mosaic
import MosaicLibrary
import Raster
import Synchronization
import WebVTT

/// The storyboards of a tree of folders and films, or of prefixes of a bucket, in order.
final class TreeFeed: Sendable {
    /// Values shared by all sources.
    struct Common {
        let library: StoryboardLibrary
        let requests: TreeRequests
        let threads: Int
    }

    /// Number of entries, refused ones included.
    let count: Int
    /// The films among the entries.
    let films: [SourceTree.Film]
    private let common: Common
    private let refused: [BatchResult]
    private let sources: [BatchPlan.Source]
    private let position = Mutex(0)

    /// Lists the storyboards to compose, after the refused entries. Broken links belong to the first shard.
    init(_ walk: SourceTree.Walk, _ plan: BatchPlan, shard: Shard?, _ common: Common) {
        self.common = common
        sources = plan.sources.filter { $0.conflict == nil }
        films = sources.compactMap { if case .film(let film) = $0.place { film } else { nil } }
        let links = shard.map { $0.index == 1 } ?? true ? walk.brokenLinks : []
        let unreadable = (walk.unreadable + links).map { folder in
            BatchResult.failed(
                BatchResult.Label(source: folder.name), MosaicError(.unavailable, folder.name, folder.reason))
        }
        let collisions = plan.sources.compactMap { source in
            source.conflict.map { conflict in
                BatchResult.failed(
                    BatchResult.Label(id: source.id, source: source.place.label),
                    MosaicError(
                        .refused, source.id.rawValue,
                        "\(source.place.name) and \(conflict.other) have the same id; "
                            + (conflict.isExtensionOnly
                                ? "a film has that of its path without extension: rename one."
                                : "rename one, or choose ids by another --id.")))
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
        let label = BatchResult.Label(id: source.id, source: source.place.label)
        do {
            // The last storyboard gets all threads; the others share them, with at least one thread each.
            let workers = position + 1 == count ? common.threads : max(1, common.threads / sources.count)
            return .item(
                BatchItem(
                    request: try common.requests.request(for: source), library: common.library, label: label,
                    workers: workers))
        } catch {
            return .refused(.failed(label, error))
        }
    }
}

extension BatchPlan.Place {
    /// Label in results: the path below the root, or the full address of a bucket.
    fileprivate var label: String { BucketAddress(path) == nil ? name : path }
}

/// The requests for the sources of a tree.
struct TreeRequests {
    let interval: Timestamp?
    let start: Timestamp
    let film: FilmOptions
    let defaults: ManifestLine.Defaults
    /// Whether only a run of `mosaic publish` composes the films.
    var areLeftToPublish = false

    /// - Throws: `malformed`, `limitExceeded`, `unavailable` if a film's companion file cannot be read.
    func request(for source: BatchPlan.Source) throws -> JobRequest {
        var request = defaults.request(
            for: source.id, ScreenshotSource(folder: source.place.path, interval: interval, start: start))
        request.title = source.title
        guard case .film(let place) = source.place else { return request }
        request.source.film = film
        request.isLeftToPublish = areLeftToPublish
        if let companion = place.companion { try request.take(FilmCompanion(path: companion), from: companion) }
        return request
    }
}
