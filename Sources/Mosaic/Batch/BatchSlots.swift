import Synchronization

/// A number of places of which each is held by one task at a time; waiting tasks are served in turn.
final class BatchSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []

        mutating func takesOne() -> Bool {
            guard free > 0 else { return false }
            free -= 1
            return true
        }
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func take() async {
        if state.withLock({ $0.takesOne() }) { return }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.takesOne() { return true }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
