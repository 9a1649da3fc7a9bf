import Mosaic

/// Decides when a storyboard's job is woken, at most once within an interval: at the first event, and after the interval
/// where more came, so that the last event is never lost.
struct WakeDebounce {
    /// The outcome of an event.
    enum Decision: Hashable {
        /// The job is woken at once.
        case now
        /// It is to be woken at that time.
        case later(ContinuousClock.Instant)
        /// A wake to come covers the event.
        case covered
    }

    private struct Entry {
        /// When the job was woken last.
        var last: ContinuousClock.Instant
        /// Whether a wake is to come.
        var isPending = false
    }

    /// The time between two wakes of a job.
    static let interval = Duration.seconds(1)
    /// The most storyboards that are known at a time; for others every event wakes.
    static let capacity = 10_000

    private var entries: [StoryboardID: Entry] = [:]

    /// The number of storyboards that are known.
    var count: Int { entries.count }

    /// Decides on an event.
    mutating func admit(_ id: StoryboardID, at now: ContinuousClock.Instant) -> Decision {
        if let entry = entries[id] {
            guard !entry.isPending else { return .covered }
            let end = entry.last + Self.interval
            guard end <= now else {
                entries[id]?.isPending = true
                return .later(end)
            }
        } else if entries.count >= Self.capacity {
            entries = entries.filter { $0.value.isPending || $0.value.last + Self.interval > now }
            guard entries.count < Self.capacity else { return .now }
        }
        entries[id] = Entry(last: now)
        return .now
    }

    /// Notes that the wake of a storyboard that was to come comes now; later events need another one.
    mutating func fire(_ id: StoryboardID, at now: ContinuousClock.Instant) { entries[id] = Entry(last: now) }
}
