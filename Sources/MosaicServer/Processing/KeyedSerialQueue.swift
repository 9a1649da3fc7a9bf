import Mosaic
import MosaicLibrary
import Synchronization

/// Serializes work per storyboard, in the order of arrival.
final class KeyedSerialQueue: Sendable {
    private struct Turn {
        let number: UInt64
        let end: Task<Void, Never>
    }

    private struct State {
        var last: [StoryboardID: Turn] = [:]
        var count: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Runs work, which may wait for the disk, after all earlier work of the key; continues where the caller is
    /// cancelled.
    func take<Value: Sendable>(
        _ id: StoryboardID, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (task, number) = state.withLock { state in
            let previous = state.last[id]?.end
            let task = Task(executorPreference: WorkThreads.writing) {
                await previous?.value
                return try await work()
            }
            state.count += 1
            state.last[id] = Turn(number: state.count, end: Task { _ = try? await task.value })
            return (task, state.count)
        }
        defer {
            state.withLock { state in
                if state.last[id]?.number == number { state.last[id] = nil }
            }
        }
        return try await task.value
    }
}
