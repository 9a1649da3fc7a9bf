import HTTPFetching

/// Downloads sheets: each sheet once for any number of requests, a few at a time, cancelled when no request is left.
///
/// A lock and not an actor, because cancelling is synchronous: when a reset returns, all downloads are cancelled.
final class SheetDownloads: Sendable {
    struct Download {
        /// Tells it from a later download of the same sheet.
        let id: Int
        /// Nil as long as it has not begun.
        var task: Task<Void, Never>?
        var waiting: [Outcome<CachedSheet>] = []
        /// Whether it continues without a request.
        let isPrefetch: Bool
    }

    struct State {
        var downloads: [Int: Download] = [:]
        /// Sheets whose download has not begun, first come, first served.
        var queue: [Int] = []
        var running = 0
        var started = 0
        var isCancelled = false

        mutating func enqueue(_ number: Int, isPrefetch: Bool) {
            started += 1
            downloads[number] = Download(id: started, isPrefetch: isPrefetch)
            queue.append(number)
        }
    }

    let state = Locked(State())
    private let maximum: Int
    private let fetch: @Sendable (Int) async throws -> CachedSheet

    /// - Parameters:
    ///   - maximum: How many downloads run at the same time; less than 1 counts as 1.
    ///   - fetch: Downloads a sheet, by position.
    init(maximum: Int, fetch: @escaping @Sendable (Int) async throws -> CachedSheet) {
        self.maximum = max(1, maximum)
        self.fetch = fetch
    }

    deinit {
        cancelAll(isFinal: true)
    }

    /// Downloads a sheet, or joins the download under way.
    ///
    /// - Throws: Errors of the download; `CancellationError`.
    func sheet(_ number: Int) async throws -> CachedSheet {
        let outcome = Outcome<CachedSheet>()
        state.withLock { state in
            guard !state.isCancelled else { return outcome.settle(.failure(CancellationError())) }
            if state.downloads[number] == nil { state.enqueue(number, isPrefetch: false) }
            state.downloads[number]?.waiting.append(outcome)
            startNext(&state)
        }
        defer { leave(number, outcome) }
        return try await outcome.value()
    }

    /// Prefetches a sheet; an earlier prefetch that was not requested since is cancelled.
    func prefetch(_ number: Int) {
        state.withLock { state in
            guard !state.isCancelled, state.downloads[number] == nil else { return }
            for (other, download) in state.downloads where download.isPrefetch && download.waiting.isEmpty {
                drop(other, &state)
            }
            state.enqueue(number, isPrefetch: true)
            startNext(&state)
        }
    }

    /// Cancels prefetches.
    func cancelPrefetches() {
        state.withLock { state in
            for (number, download) in state.downloads where download.waiting.isEmpty { drop(number, &state) }
        }
    }

    /// Cancels all downloads; their requests throw `CancellationError`.
    ///
    /// - Parameter isFinal: Whether later downloads are refused.
    func cancelAll(isFinal: Bool) {
        let waiting = state.withLock { state in
            state.isCancelled = state.isCancelled || isFinal
            let waiting = state.downloads.values.flatMap(\.waiting)
            // The queue first, so that nothing in it begins as others are dropped.
            state.queue.removeAll()
            for number in Array(state.downloads.keys) { drop(number, &state) }
            return waiting
        }
        for outcome in waiting { outcome.settle(.failure(CancellationError())) }
    }

    private func startNext(_ state: inout State) {
        while state.running < maximum, let number = state.queue.first {
            state.queue.removeFirst()
            guard let id = state.downloads[number]?.id else { continue }
            state.running += 1
            let fetch = fetch
            state.downloads[number]?.task = Task { [weak self] in
                let result: Result<CachedSheet, any Error>
                do { result = .success(try await fetch(number)) } catch { result = .failure(error) }
                self?.finish(number, id, result)
            }
        }
    }

    private func finish(_ number: Int, _ id: Int, _ result: Result<CachedSheet, any Error>) {
        let waiting = state.withLock { state -> [Outcome<CachedSheet>] in
            // One that was dropped has given up its place in the count already, and may have a successor.
            guard let download = state.downloads[number], download.id == id else { return [] }
            state.downloads[number] = nil
            state.running -= 1
            startNext(&state)
            return download.waiting
        }
        for outcome in waiting { outcome.settle(result) }
    }

    /// A waiter has its answer or has given up; the last one to give up stops the download.
    private func leave(_ number: Int, _ outcome: Outcome<CachedSheet>) {
        state.withLock { state in
            guard let place = state.downloads[number]?.waiting.firstIndex(where: { $0 === outcome }) else { return }
            state.downloads[number]?.waiting.remove(at: place)
            guard let left = state.downloads[number], left.waiting.isEmpty, !left.isPrefetch else { return }
            drop(number, &state)
        }
    }

    private func drop(_ number: Int, _ state: inout State) {
        guard let download = state.downloads.removeValue(forKey: number) else { return }
        if let task = download.task {
            task.cancel()
            state.running -= 1
        } else {
            state.queue.removeAll { $0 == number }
        }
        startNext(&state)
    }
}
