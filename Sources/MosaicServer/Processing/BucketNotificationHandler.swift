import Mosaic
import MosaicLibrary
import Synchronization

/// Wakes jobs with screenshots in a bucket when objects of the bucket change.
final class BucketNotificationHandler: Sendable {
    /// Sleeps until a time.
    typealias Sleep = @Sendable (ContinuousClock.Instant) async throws -> Void

    /// The result for the events of a notification.
    struct Outcome: Hashable, Sendable {
        /// Storyboards whose folders have changed, even without a job.
        var changed: [StoryboardID] = []
        /// Number of storyboards whose jobs are woken, now or within a second.
        var woken = 0
        /// Number of events that concern no job.
        var ignored = 0
    }

    /// Maximum attempts of a delayed wake if the catalog fails. The job polls its source later anyway.
    private static let attempts = 5

    private let catalog: any Catalog
    private let root: BucketAddress
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: Sleep
    private let debounce = Mutex(WakeDebounce())

    /// - Parameter root: The bucket and prefix with a folder for each id.
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
    /// - Throws: `unavailable`, after which the sender repeats the notification.
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
/// See [Event message
/// structure](https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html).
struct BucketEvent: Decodable, Hashable, Sendable {
    /// The event's name, such as `ObjectCreated:Put`; MinIO adds `s3:` before it.
    let name: String
    let bucket: String
    /// The decoded key of the object; `nil` if it cannot be decoded.
    let key: String?

    /// Beginnings of the names of events that add or remove objects.
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

    /// Decodes a record. Members that are not needed may have any type.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        let place = try container.decode(Place.self, forKey: .s3)
        bucket = place.bucket.name
        key = PercentEncoding.decoded(form: place.object.key)
    }

    /// The storyboard whose folder directly contains the object; `nil` for other objects, and for events that add or
    /// remove none.
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

/// A notification: events, or the test event that S3 sends once when notifications are configured.
struct BucketNotification: Decodable, Hashable, Sendable {
    /// The events; empty for the test event.
    let events: [BucketEvent]

    private enum CodingKeys: String, CodingKey {
        case test = "Event"
        case records = "Records"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let test = try? container.decode(String.self, forKey: .test), test == "s3:TestEvent" {
            events = []
        } else {
            events = try container.decode([BucketEvent].self, forKey: .records)
        }
    }
}

/// Limits the wakes of a storyboard's job to one in each interval. The job is woken at the first event, and once more
/// after the interval if further events arrived. So the last event also wakes the job.
struct WakeDebounce {
    /// The decision on an event.
    enum Decision: Hashable {
        /// The job is woken at once.
        case now
        /// The job is to be woken at this time.
        case later(ContinuousClock.Instant)
        /// A pending wake covers the event.
        case covered
    }

    private struct Entry {
        /// Time of the last wake.
        var last: ContinuousClock.Instant
        /// Whether another wake is pending.
        var isPending = false
    }

    /// Minimum time between two wakes of a job.
    static let interval = Duration.seconds(1)
    /// Maximum number of tracked storyboards; further ones are woken by every event.
    static let capacity = 10_000

    private var entries: [StoryboardID: Entry] = [:]

    /// The number of tracked storyboards.
    var count: Int { entries.count }

    /// Decides when an event wakes the storyboard's job, and records the wake.
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

    /// Records that the pending wake of a storyboard runs now; later events need another wake.
    mutating func fire(_ id: StoryboardID, at now: ContinuousClock.Instant) { entries[id] = Entry(last: now) }
}
