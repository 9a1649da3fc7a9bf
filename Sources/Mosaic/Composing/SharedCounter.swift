import Synchronization

/// Gives each position to one worker.
final class SharedCounter: Sendable {
    private let rest: Mutex<Range<Int>>

    init(_ range: Range<Int>) { rest = Mutex(range) }

    /// The next `count` positions; fewer near the end, so that all `workers` have work until the end.
    func take(_ count: Int, of workers: Int) -> Range<Int> {
        rest.withLock { rest in
            let share = max(1, min(count, rest.count / workers))
            let taken = rest.prefix(share)
            rest = rest.dropFirst(share)
            return taken
        }
    }
}
