import MosaicConsole
import Synchronization

/// A line with a count on a terminal, for work of unknown size; prints nothing elsewhere.
final class CountLine: Sendable {
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    init(isShown: Bool) { self.isShown = isShown && StandardError.isTerminal }

    /// Writes the count, a few times a second.
    func show(_ count: Int, _ things: String) {
        guard isShown else { return }
        lastShown.withLock { last in
            let now = clock.now
            if let last, now - last < .milliseconds(200) { return }
            last = now
            StandardError.write("\r\(count) \(things)\u{1B}[K")
        }
    }

    /// Clears the line, where anything stands on it.
    func finish() {
        lastShown.withLock { last in
            guard last != nil else { return }
            last = nil
            StandardError.write("\r\u{1B}[K")
        }
    }
}
