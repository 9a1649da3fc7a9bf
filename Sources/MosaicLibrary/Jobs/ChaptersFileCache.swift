import Mosaic
import Synchronization

/// The expected chapters of some parts of buckets, so that ``ChaptersFile`` is read once for each of its versions.
final class ChaptersFileCache: Sendable {
    private struct Entry {
        var version: ObjectVersion?
        /// Nil where there is no such object.
        var chapters: Result<ExpectedChapters?, MosaicError>
        /// When the object was looked for.
        var checked: ContinuousClock.Instant

        /// Chapters that are held in memory, and some for the entry.
        var cost: Int { Self.overhead + ((try? chapters.get())?.chapters.count ?? 0) }
        static let overhead = 4
    }

    /// Time for which an entry counts as current, longer than a waiting job pauses.
    static let freshness = Duration.seconds(15)

    /// Chapters in memory, some hundred bytes each; no file has more than half of them.
    private let entries = Mutex(
        LRUCache<BucketAddress, Entry>(budget: 2 * (ExpectedChapters.maximumCount + Entry.overhead)))

    /// The chapters of that version; nil if it was not read, and if the version is unknown.
    func chapters(at address: BucketAddress, version: ObjectVersion?) -> Result<ExpectedChapters?, MosaicError>? {
        entries.withLock { entries in
            guard let version, var entry = entries.value(address), entry.version == version else { return nil }
            entry.checked = .now
            entries.insert(entry, address, cost: entry.cost)
            return entry.chapters
        }
    }

    /// The last chapters read; nil if unknown, and if they cannot be read.
    func latest(at address: BucketAddress) -> ExpectedChapters? {
        try? entries.withLock { $0.value(address) }?.chapters.get()
    }

    /// Begins a check: true where the last one is too old, false to every other caller until this one is too old.
    func beginCheck(at address: BucketAddress, now: ContinuousClock.Instant) -> Bool {
        entries.withLock { entries in
            let last = entries.value(address)
            if let last, now - last.checked < Self.freshness { return false }
            let next = Entry(version: last?.version, chapters: last?.chapters ?? .success(nil), checked: now)
            entries.insert(next, address, cost: next.cost)
            return true
        }
    }

    /// Caches the chapters; nil without an object.
    func keep(
        _ chapters: Result<ExpectedChapters?, MosaicError>, at address: BucketAddress, version: ObjectVersion?
    ) {
        let entry = Entry(version: version, chapters: chapters, checked: .now)
        entries.withLock { $0.insert(entry, address, cost: entry.cost) }
    }
}
