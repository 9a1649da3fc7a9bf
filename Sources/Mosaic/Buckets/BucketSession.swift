import MosaicSystem
import Synchronization

extension PictureSequence {
    /// Creates a sequence of a bucket's objects, which are downloaded ahead of their decoding.
    convenience init(_ downloads: BucketDownloads, _ wanted: [Screenshot], limit: Int, lanes: Int) {
        let absent = wanted.enumerated().filter { !downloads.held.has($0.element) }
        let ahead = FetchAhead(absent.map { (position: $0.offset, screenshot: $0.element) }, downloads.limits) {
            try await downloads.body(of: $0, limit: limit, keeps: false)
        }
        self.init(wanted.indices, lanes: lanes, close: ahead.close) { position, picture in
            let screenshot = wanted[position]
            do {
                let body =
                    if let fetched = await ahead.take(position) {
                        try fetched.get()
                    } else {
                        try await downloads.body(of: screenshot, limit: limit, keeps: false)
                    }
                picture = Picture(.encoded(body.bytes), of: Tile.Source(screenshot, body))
            } catch let error as MosaicError {
                let content: Picture.Content = error.code == .limitExceeded ? .missing(error) : .broken(error)
                picture = Picture(content, of: Tile.Source(screenshot, nil))
            }
        }
    }
}

extension Tile.Source {
    /// Creates the source of a downloaded object; without a body it has no version, so that the object is downloaded
    /// next time.
    init(_ screenshot: Screenshot, _ body: BucketBody?) {
        self.init(
            name: screenshot.name, bytes: body?.bytes.count, checksum: body.map { Checksum(of: $0.bytes) },
            version: body?.version, hasICCProfile: false)
    }
}

/// Downloads objects in order before they are needed, within the limits on requests and bytes.
///
/// The bytes of an object count until a decoder has received the object, so that downloads wait for a slow decoder.
/// Downloads start in order, and objects are requested nearly in order, so that a download never waits for a later one.
final class FetchAhead: Sendable {
    typealias Outcome = Result<BucketBody, any Error>

    private let screenshots: [Int: Screenshot]
    private let limits: BucketLimits
    private let budget: AsyncSemaphore
    private let slots = FetchedSlots()
    private let task: Task<Void, Never>

    /// Starts the downloads.
    ///
    /// - Parameter wanted: Screenshots and their positions, in order.
    init(
        _ wanted: [(position: Int, screenshot: Screenshot)], _ limits: BucketLimits,
        download: @escaping @Sendable (Screenshot) async throws -> BucketBody
    ) {
        screenshots = Dictionary(uniqueKeysWithValues: wanted.map { ($0.position, $0.screenshot) })
        self.limits = limits
        let budget = AsyncSemaphore(permits: max(1, limits.bytesAhead))
        self.budget = budget
        task = Task { [slots] in
            await withTaskGroup(of: Void.self) { group in
                for (count, (position, screenshot)) in wanted.enumerated() {
                    if count >= limits.requests { await group.next() }
                    guard (try? await budget.acquire(limits.share(of: screenshot))) != nil else { break }
                    group.addTask {
                        do {
                            slots.put(.success(try await download(screenshot)), at: position)
                        } catch {
                            slots.put(.failure(error), at: position)
                        }
                    }
                }
            }
        }
    }

    deinit { cancel() }

    /// Waits for the object at a position, and takes it once; nil if it is not downloaded here.
    ///
    /// Cancelling the caller cancels all downloads.
    func take(_ position: Int) async -> Outcome? {
        guard let screenshot = screenshots[position] else { return nil }
        let outcome = await withTaskCancellationHandler {
            await slots.take(position)
        } onCancel: {
            cancel()
        }
        budget.release(limits.share(of: screenshot))
        return outcome
    }

    /// Cancels all downloads; returns when no download is running.
    func close() async {
        cancel()
        await task.value
    }

    private func cancel() {
        task.cancel()
        slots.close()
    }
}

/// Outcomes by position, each stored once and removed once.
private final class FetchedSlots: Sendable {
    typealias Outcome = FetchAhead.Outcome

    private struct State {
        var fetched: [Int: Outcome] = [:]
        var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    func put(_ outcome: Outcome, at position: Int) {
        let waiting = state.withLock { state in
            let waiting = state.waiting.removeValue(forKey: position)
            if waiting == nil, !state.isClosed { state.fetched[position] = outcome }
            return waiting
        }
        waiting?.resume(returning: outcome)
    }

    func take(_ position: Int) async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> Outcome? in
                if let fetched = state.fetched.removeValue(forKey: position) { return fetched }
                if state.isClosed { return .failure(CancellationError()) }
                state.waiting[position] = continuation
                return nil
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    func close() {
        let waiting = state.withLock { state in
            defer { (state.fetched, state.waiting, state.isClosed) = ([:], [:], true) }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: .failure(CancellationError())) }
    }
}
