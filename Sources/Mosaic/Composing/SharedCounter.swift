import Synchronization

/// Hands out positions one by one to whoever asks.
final class SharedCounter: Sendable {
    private let rest: Mutex<Range<Int>>

    init(_ range: Range<Int>) { rest = Mutex(range) }

    func take() -> Int? {
        rest.withLock { $0.popFirst() }
    }
}
