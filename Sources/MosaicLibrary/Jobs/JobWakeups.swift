import Synchronization

/// Signals the workers of a process that a job may be due; each of them also polls.
package final class JobWakeups: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Yields after each call of ``send()`` from now on; calls before the next read are combined.
    package func stream() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state in
                state.lastListener += 1
                state.listeners[state.lastListener] = continuation
                return state.lastListener
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    /// Wakes all listeners.
    package func send() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    /// The number of listeners.
    package var count: Int { state.withLock(\.listeners.count) }
}
