import Mosaic
import MosaicLibrary
import Synchronization

/// Wakes the jobs whose screenshots lie in a bucket when objects in it change.
final class BucketNotificationHandler: Sendable {
    /// Waits until a time.
    typealias Sleep = @Sendable (ContinuousClock.Instant) async throws -> Void

    /// The result for the events of a notification.
    struct Outcome: Hashable, Sendable {
        /// Storyboards whose folders have changed, with jobs or not.
        var changed: [StoryboardID] = []
        /// Storyboards whose jobs are woken, now or within a second.
        var woken = 0
        /// Events that concern no job.
        var ignored = 0
    }

    /// How often a wake to come is tried where the catalog does not answer; the job is looked at later anyway.
    private static let attempts = 5

    private let catalog: any Catalog
    private let root: BucketAddress
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: Sleep
    private let debounce = Mutex(WakeDebounce())

    /// - Parameter root: The folder in the bucket that has a folder for each id.
    init(
        catalog: any Catalog, root: BucketAddress, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping Sleep = { try await Task.sleep(until: $0) }
    ) {
        self.catalog = catalog
        self.root = root
        self.now = now
        self.sleep = sleep
    }

    /// Wakes the jobs that events concern.
    ///
    /// - Throws: `unavailable`; the sender repeats the notification.
    func wake(for events: [BucketEvent]) async throws -> Outcome {
        var outcome = Outcome()
        var counts: [StoryboardID: Int] = [:]
        for event in events {
            guard let id = event.storyboard(below: root) else {
                outcome.ignored += 1
                continue
            }
            if counts[id] == nil { outcome.changed.append(id) }
            counts[id, default: 0] += 1
        }
        var jobs: [StoryboardID: Job] = [:]
        for job in try await catalog.jobs(of: outcome.changed) where isConcerned(job) { jobs[job.storyboard] = job }
        for id in outcome.changed {
            guard let job = jobs[id] else {
                outcome.ignored += counts[id] ?? 0
                continue
            }
            outcome.woken += 1
            switch debounce.withLock({ $0.admit(id, at: now()) }) {
            case .now: try await wake(job.number)
            case .later(let time): Task { try await wake(job.number, of: id, at: time) }
            case .covered: break
            }
        }
        return outcome
    }

    /// Whether a job reads the screenshots in the folder of its storyboard's id.
    private func isConcerned(_ job: Job) -> Bool {
        guard job.state != .cancelled, let source = try? job.request().source else { return false }
        return source.bucketAddress == root.appending(ObjectKey(job.storyboard))
    }

    private func wake(_ number: JobNumber) async throws {
        _ = try await catalog.update(number) { $0.notify(now: $1) }
    }

    private func wake(_ number: JobNumber, of id: StoryboardID, at time: ContinuousClock.Instant) async throws {
        try await sleep(time)
        debounce.withLock { $0.fire(id, at: now()) }
        for _ in 1..<Self.attempts {
            do {
                return try await wake(number)
            } catch {
                try await sleep(now() + WakeDebounce.interval)
            }
        }
        try await wake(number)
    }
}

/// A change of an object, as S3 and MinIO report it.
///
/// See [Event message structure](https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html).
struct BucketEvent: Decodable, Hashable, Sendable {
    /// The kind, such as `ObjectCreated:Put`; with `s3:` in front from MinIO.
    let name: String
    /// The bucket.
    let bucket: String
    /// The object's key as it is stored; nil where it cannot be decoded.
    let key: String?

    /// The kinds that change which objects there are.
    private static let changes = ["ObjectCreated:", "ObjectRemoved:", "LifecycleExpiration:"]

    private enum CodingKeys: String, CodingKey {
        case s3
        case name = "eventName"
    }

    private struct Place: Decodable {
        struct Bucket: Decodable {
            let name: String
        }
        struct Object: Decodable {
            let key: String
        }
        let bucket: Bucket
        let object: Object
    }

    /// Reads a record; members that are not needed may be anything.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        let place = try container.decode(Place.self, forKey: .s3)
        bucket = place.bucket.name
        key = PercentEncoding.decoded(form: place.object.key)
    }

    /// The storyboard whose screenshots lie where the object is, directly in the folder of its id; nil for an object
    /// elsewhere, and for an event that changes none.
    func storyboard(below root: BucketAddress) -> StoryboardID? {
        let kind = name.hasPrefix("s3:") ? name.dropFirst(3) : Substring(name)
        guard Self.changes.contains(where: kind.hasPrefix), bucket == root.bucket.rawValue, let key,
            key.utf8.starts(with: root.prefix.utf8)
        else { return nil }
        let parts = key.utf8.dropFirst(root.prefix.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        return StoryboardID(rawValue: String(decoding: parts[0], as: UTF8.self))
    }
}

/// A notification: events, or the test that S3 sends once where notifications are set up.
struct BucketNotification: Decodable, Hashable, Sendable {
    /// The events; empty for the test.
    let events: [BucketEvent]

    private enum CodingKeys: String, CodingKey {
        case test = "Event"
        case records = "Records"
    }

    /// Reads a body.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let test = try? container.decode(String.self, forKey: .test), test == "s3:TestEvent" {
            events = []
        } else {
            events = try container.decode([BucketEvent].self, forKey: .records)
        }
    }
}

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
