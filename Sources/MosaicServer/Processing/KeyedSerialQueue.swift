import MosaicLibrary
import Synchronization

/// Serializes work per key, such as a storyboard, in the order of arrival.
final class KeyedSerialQueue<Key: Hashable & Sendable>: Sendable {
    private struct Turn {
        let number: UInt64
        let end: Task<Void, Never>
    }

    private struct State {
        var last: [Key: Turn] = [:]
        var count: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Runs work after all earlier work of the key. The work may block on the disk. It continues if the caller is
    /// cancelled.
    func take<Value: Sendable>(
        _ key: Key, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (task, number) = state.withLock { state in
            let previous = state.last[key]?.end
            let task = Task(executorPreference: WorkExecutors.writing) {
                await previous?.value
                return try await work()
            }
            state.count += 1
            state.last[key] = Turn(number: state.count, end: Task { _ = try? await task.value })
            return (task, state.count)
        }
        defer {
            state.withLock { state in
                if state.last[key]?.number == number { state.last[key] = nil }
            }
        }
        return try await task.value
    }
}
