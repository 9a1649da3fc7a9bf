import Synchronization

/// The bytes that all workers together may hold while they decode.
///
/// A worker waits until its share is free; waiting workers are served in turn, so that a large picture is not starved
/// by small ones. Where there is enough, which is nearly always so, a worker goes on in its thread.
final class WorkingMemory: Sendable {
    private struct State {
        var free: Int
        var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takes(_ bytes: Int) -> Bool {
            guard waiting.isEmpty, bytes <= free else { return false }
            free -= bytes
            return true
        }
    }

    private let state: Mutex<State>

    init(bytes: Int) { state = Mutex(State(free: bytes)) }

    /// Waits for `bytes`, which the caller has checked against the whole.
    func acquire(_ bytes: Int) async {
        if state.withLock({ $0.takes(bytes) }) { return }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.takes(bytes) { return true }
                state.waiting.append((bytes, continuation))
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func release(_ bytes: Int) {
        let served = state.withLock { state in
            state.free += bytes
            var served: [CheckedContinuation<Void, Never>] = []
            while let next = state.waiting.first, next.bytes <= state.free {
                state.free -= next.bytes
                served.append(state.waiting.removeFirst().continuation)
            }
            return served
        }
        for continuation in served { continuation.resume() }
    }
}
