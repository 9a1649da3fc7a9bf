import DequeModule
import Synchronization

/// A counting semaphore for tasks. Each task acquires any number of permits; tasks are served in order of arrival.
///
/// The order keeps a task that needs many permits from starving. If the permits are free, which is the usual case, the
/// task is not suspended.
package final class AsyncSemaphore: Sendable {
    private struct Waiter {
        let permits: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var waiters: [UInt64: Waiter] = [:]
        /// Numbers of the waiters in order of arrival, including cancelled ones.
        var line = Deque<UInt64>()
        var lastNumber: UInt64 = 0

        mutating func takes(_ permits: Int) -> Bool {
            guard waiters.isEmpty, permits <= free else { return false }
            free -= permits
            return true
        }

        /// Removes and returns the waiters whose permits are free now.
        mutating func takeServed() -> [Waiter] {
            var served: [Waiter] = []
            while let number = line.first {
                if let waiter = waiters[number] {
                    guard waiter.permits <= free else { break }
                    free -= waiter.permits
                    waiters[number] = nil
                    served.append(waiter)
                }
                _ = line.popFirst()
            }
            return served
        }
    }

    private let state: Mutex<State>

    /// - Parameter permits: The number of permits, 1 or more.
    package init(permits: Int) { state = Mutex(State(free: permits)) }

    /// Waits until all earlier waiters are served and `permits` permits are free, then takes the permits.
    ///
    /// - Parameter permits: 1 up to the semaphore's number of permits.
    /// - Throws: `CancellationError`; no permit is taken then.
    package func acquire(_ permits: Int = 1) async throws {
        try Task.checkCancellation()
        if state.withLock({ $0.takes(permits) }) { return }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    // The cancellation handler has already run if the task was cancelled before. It would never resume
                    // a task that is enqueued afterwards.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.takes(permits) { return .success(()) }
                    state.waiters[number] = Waiter(permits: permits, continuation: continuation)
                    state.line.append(number)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let (cancelled, served) = state.withLock { state in
                let cancelled = state.waiters.removeValue(forKey: number)
                // Later waiters that need fewer permits may fit now.
                return (cancelled, cancelled == nil ? [] : state.takeServed())
            }
            cancelled?.continuation.resume(throwing: CancellationError())
            for waiter in served { waiter.continuation.resume() }
        }
    }

    package func release(_ permits: Int = 1) {
        let served = state.withLock { state in
            state.free += permits
            return state.takeServed()
        }
        for waiter in served { waiter.continuation.resume() }
    }

    /// The number of waiting tasks, for tests.
    var waiting: Int { state.withLock(\.waiters.count) }
}

/// Acquired permits. Only the first call of `release()` returns them.
package final class Permits: Sendable {
    private let semaphore: AsyncSemaphore
    private let held: Mutex<Int>

    /// - Parameter count: Number of acquired permits, 0 or more.
    package init(_ count: Int = 1, of semaphore: AsyncSemaphore) {
        self.semaphore = semaphore
        held = Mutex(count)
    }

    package var areHeld: Bool { held.withLock { $0 > 0 } }

    package func release() {
        let count = held.withLock { held in
            defer { held = 0 }
            return held
        }
        if count > 0 { semaphore.release(count) }
    }
}
