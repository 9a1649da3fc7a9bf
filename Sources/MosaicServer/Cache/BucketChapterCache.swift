import HTTPTypes
import Logging
import Mosaic
import MosaicLibrary
import Synchronization

/// A cache of the lists of chapters' screenshots in a bucket. Concurrent requests share one listing, and a list is
/// renewed after some seconds.
final class BucketChapterCache: Sendable {
    /// Lifetimes of lists and limits of listings.
    struct Timing: Hashable, Sendable {
        /// Time for which a list is served without listing the bucket again.
        var fresh = Duration.seconds(5)
        /// Time for which a list is served if the bucket cannot be listed.
        var stale = Duration.seconds(60)
        /// Time from a failure to the next listing.
        var pause = Duration.seconds(1)
        /// Maximum time of a listing, so that requests get a response.
        var deadline = Duration.seconds(10)
    }

    /// A list, and the time at which its listing began.
    private struct Dated {
        let list: BucketChapters
        let begin: ContinuousClock.Instant
    }

    private struct Entry {
        var last: Dated?
        /// Whether no change in the bucket was reported since `last` was listed.
        var isCurrent = false
        /// The time at which the latest listing failed; `nil` if it succeeded, and after a reported change.
        var failure: ContinuousClock.Instant?
    }

    private struct Flight {
        let number: UInt64
        let task: Task<Dated, any Error>
    }

    /// The next step for a request.
    private enum Step {
        case answer(Dated)
        case refusal(RequestError)
        case look(Task<Dated, any Error>)
    }

    private struct State {
        var entries = LRUCache<StoryboardID, Entry>(budget: 8 << 20)
        var flights: [StoryboardID: Flight] = [:]
        var count: UInt64 = 0

        mutating func put(_ entry: Entry, _ id: StoryboardID) {
            entries.insert(entry, id, cost: 256 + (entry.last?.list.bytes ?? 0))
        }
    }

    private let root: BucketAddress
    private let client: any BucketClient
    private let urls: ScreenshotURLs
    private let timing: Timing
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// Creates a cache of the folders below `root`, each named by a storyboard's id.
    init(
        _ root: BucketAddress, by client: any BucketClient, urls: ScreenshotURLs, timing: Timing = Timing(),
        logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.root = root
        self.client = client
        self.urls = urls
        self.timing = timing
        self.logger = logger
        self.now = now
    }

    /// The screenshots of a storyboard's chapters, and the age of the list. The list is empty if the bucket has none.
    ///
    /// - Throws: `unavailable` if the bucket cannot be listed and no list is recent enough.
    func list(of id: StoryboardID) async throws -> (list: BucketChapters, age: Duration) {
        let begin = now()
        let next = state.withLock { step(for: id, at: begin, &$0) }
        switch next {
        case .answer(let last): return (last.list, begin - last.begin)
        case .refusal(let error): throw error
        case .look(let task):
            do {
                let dated = try await task.value
                return (dated.list, max(.zero, now() - dated.begin))
            } catch {
                let end = now()
                let last = try recent(state.withLock { $0.entries.value(id) }, at: end)
                return (last.list, end - last.begin)
            }
        }
    }

    /// The public URL of a file of a storyboard.
    func url(of file: String, _ id: StoryboardID) -> String { urls.url(of: file, id) }

    /// Makes the next request list the bucket again. The old list is kept in case the listing fails.
    func invalidate(_ id: StoryboardID) {
        state.withLock { state in
            state.flights[id] = nil
            guard var entry = state.entries.value(id) else { return }
            (entry.isCurrent, entry.failure) = (false, nil)
            state.put(entry, id)
        }
    }

    /// Removes all lists.
    ///
    /// - Returns: The number of bytes freed.
    func purge() -> Int { state.withLock { $0.entries.removeAll() } }

    private func recent(_ entry: Entry?, at time: ContinuousClock.Instant) throws(RequestError) -> Dated {
        guard let last = entry?.last, time - last.begin < timing.stale else {
            throw RequestError(.unavailable, "The bucket of the screenshots does not answer.", [.retryAfter: "5"])
        }
        return last
    }

    /// The next step of a request. One lock covers the decision and the start of a listing, so that concurrent requests
    /// start only one listing of a folder.
    private func step(for id: StoryboardID, at begin: ContinuousClock.Instant, _ state: inout State) -> Step {
        if let entry = state.entries.value(id) {
            if let last = entry.last, entry.isCurrent, begin - last.begin < timing.fresh { return .answer(last) }
            if let failure = entry.failure, begin - failure < timing.pause {
                do { return .answer(try recent(entry, at: begin)) } catch { return .refusal(error) }
            }
        }
        if let flight = state.flights[id] { return .look(flight.task) }
        state.count += 1
        let number = state.count
        let task = Task { try await look(at: id, begin, number) }
        state.flights[id] = Flight(number: number, task: task)
        return .look(task)
    }

    private func look(at id: StoryboardID, _ begin: ContinuousClock.Instant, _ number: UInt64) async throws -> Dated {
        let result: Result<BucketChapters, any Error>
        do {
            result = .success(try await listing(of: id))
        } catch {
            result = .failure(error)
        }
        let time = now()
        let earlier = state.withLock { state -> BucketChapters? in
            var entry = state.entries.value(id) ?? Entry()
            let earlier = entry.last
            // If an event arrived after the listing began, the list may lack the change.
            let isLatest = state.flights[id]?.number == number
            if isLatest { state.flights[id] = nil }
            switch result {
            case .success(let list):
                guard earlier.map({ $0.begin <= begin }) ?? true else { break }
                entry = Entry(last: Dated(list: list, begin: begin), isCurrent: isLatest)
            case .failure: if isLatest { entry.failure = time }
            }
            state.put(entry, id)
            return earlier?.list
        }
        report(result, of: id, after: earlier)
        return Dated(list: try result.get(), begin: begin)
    }

    private func listing(of id: StoryboardID) async throws -> BucketChapters {
        // If the key is too long, no such object exists.
        guard let address = root.appending(ObjectKey(id)) else { return .empty }
        return try await withThrowingTaskGroup(of: BucketChapters.self) { group in
            group.addTask { [client] in try await BucketChapters(at: address, by: client) }
            group.addTask { [timing] in
                try await Task.sleep(for: timing.deadline)
                throw MosaicError(.unavailable, address.name, "It was not listed within \(timing.deadline).")
            }
            defer { group.cancelAll() }
            guard let list = try await group.next() else { throw CancellationError() }
            return list
        }
    }

    private func report(
        _ result: Result<BucketChapters, any Error>, of id: StoryboardID, after earlier: BucketChapters?
    ) {
        switch result {
        case .failure(let error):
            logger.warning(
                "Screenshots in the bucket cannot be listed.", metadata: ["storyboard": "\(id)", "error": "\(error)"])
        case .success(let list) where !list.skipped.isEmpty && list.skipped != earlier?.skipped:
            logger.notice(
                "Apps cannot find screenshots of these names.",
                metadata: ["storyboard": "\(id)", "skipped": "\(list.skipped.prefix(5).joined(separator: ", "))"])
        case .success: break
        }
    }
}
