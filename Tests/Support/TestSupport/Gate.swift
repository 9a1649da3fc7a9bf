import Synchronization

/// A gate at which tasks wait until they may go on.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of tasks that wait.
    package var waiting: Int { state.withLock(\.waiting.count) }

    /// Lets all tasks go on.
    package func open() {
        state.withLock { $0.isOpen = true }
        pass()
    }

    /// Lets the tasks go on that wait, and no later ones.
    package func pass() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
    }

    /// Waits until the gate is open, or lets the waiting tasks pass.
    package func wait() async {
        await withCheckedContinuation { task in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(task) }
                return state.isOpen
            }
            if isOpen { task.resume() }
        }
    }
}
