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
        /// Higher for later uses.
        var use: UInt64

        /// Chapters that are held in memory, and some for the entry.
        var cost: Int { 4 + ((try? chapters.get())?.chapters.count ?? 0) }
    }

    private struct State {
        var entries: [BucketAddress: Entry] = [:]
        var uses: UInt64 = 0
        var cost = 0
    }

    /// The most chapters in memory, some hundred bytes each.
    private static let maximumCost = 200_000
    /// Time for which an entry counts as current, longer than a waiting job pauses.
    static let freshness = Duration.seconds(15)

    private let state = Mutex(State())

    /// The chapters of that version; nil if it was not read, and if the version is unknown.
    func chapters(at address: BucketAddress, version: ObjectVersion?) -> Result<ExpectedChapters?, MosaicError>? {
        state.withLock { state in
            guard let version, var entry = state.entries[address], entry.version == version else { return nil }
            state.uses += 1
            entry.use = state.uses
            entry.checked = .now
            state.entries[address] = entry
            return entry.chapters
        }
    }

    /// The last chapters read; nil if unknown, and if they cannot be read.
    func latest(at address: BucketAddress) -> ExpectedChapters? {
        state.withLock { state in
            guard let entry = state.entries[address] else { return nil }
            return (try? entry.chapters.get()) ?? nil
        }
    }

    /// Begins a check: true where the last one is too old, false to every other caller until this one is too old.
    func beginCheck(at address: BucketAddress, now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            if let entry = state.entries[address], now - entry.checked < Self.freshness { return false }
            let entry = state.entries[address]
            Self.put(entry?.chapters ?? .success(nil), address, entry?.version, checked: now, in: &state)
            return true
        }
    }

    /// Caches the chapters; nil without an object.
    func keep(
        _ chapters: Result<ExpectedChapters?, MosaicError>, at address: BucketAddress, version: ObjectVersion?
    ) {
        state.withLock { Self.put(chapters, address, version, checked: .now, in: &$0) }
    }

    private static func put(
        _ chapters: Result<ExpectedChapters?, MosaicError>, _ address: BucketAddress, _ version: ObjectVersion?,
        checked: ContinuousClock.Instant, in state: inout State
    ) {
        state.uses += 1
        let entry = Entry(version: version, chapters: chapters, checked: checked, use: state.uses)
        state.cost += entry.cost - (state.entries[address]?.cost ?? 0)
        state.entries[address] = entry
        guard state.cost > maximumCost else { return }
        // Evicts more than needed, so that not every entry sorts all of them.
        for (oldest, entry) in state.entries.sorted(by: { $0.value.use < $1.value.use }) {
            guard state.cost > maximumCost / 10 * 9, oldest != address else { return }
            state.entries[oldest] = nil
            state.cost -= entry.cost
        }
    }
}
