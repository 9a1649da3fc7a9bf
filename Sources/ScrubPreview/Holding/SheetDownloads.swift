import HTTPFetching

/// Downloads sheets: once for any number of simultaneous requests, and a limited number in parallel.
///
/// A download without requests is cancelled unless it is a prefetch. A lock protects the state instead of an actor,
/// because cancelling is synchronous: when a reset returns, all downloads are cancelled.
final class SheetDownloads: Sendable {
    struct Download {
        /// Distinguishes the download from a later one of the same sheet.
        let id: Int
        /// Nil until the download starts.
        var task: Task<Void, Never>?
        var waiting: [Outcome<CachedSheet>] = []
        /// Whether the download continues without a request.
        let isPrefetch: Bool
    }

    struct State {
        var downloads: [Int: Download] = [:]
        /// Sheets whose download has not started, in first-in, first-out order.
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
    ///   - maximum: Maximum number of simultaneous downloads; less than 1 counts as 1.
    ///   - fetch: Downloads a sheet, given its position in the track's list.
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

    /// Prefetches a sheet, and cancels earlier prefetches for which no request waits. Does nothing if the sheet is
    /// being downloaded.
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

    /// Cancels prefetches for which no request waits.
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
            // Empties the queue first, so that dropping a running download does not start a queued one.
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
            // A dropped download was already subtracted from `running`, and a newer download may have replaced it.
            guard let download = state.downloads[number], download.id == id else { return [] }
            state.downloads[number] = nil
            state.running -= 1
            startNext(&state)
            return download.waiting
        }
        for outcome in waiting { outcome.settle(result) }
    }

    /// Removes a waiter. Cancels the download after its last waiter, unless it is a prefetch.
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
