import Foundation
import MosaicConsole
import Synchronization

/// A progress bar on a terminal; prints nothing elsewhere.
final class ProgressBar: Sendable {
    private let isShown: Bool
    private let lastPermille = Mutex(-1)

    init(isShown: Bool) { self.isShown = isShown && StandardError.isTerminal }

    /// Draws the state, at most a thousand times in all.
    ///
    /// - Parameter remark: The text after the bar.
    func show(completed: Int, total: Int, remark: @autoclosure () -> String = "") {
        guard isShown, total > 0 else { return }
        let permille = completed * 1_000 / total
        lastPermille.withLock { last in
            guard permille > last else { return }
            last = permille
            let width = 30
            let filled = completed * width / total
            let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
            StandardError.write("\r[\(bar)] \(completed)/\(total)\(remark())\u{1B}[K")
        }
    }

    /// Clears the line, where anything stands on it.
    func finish() {
        lastPermille.withLock { last in
            guard last >= 0 else { return }
            last = -1
            StandardError.write("\r\u{1B}[K")
        }
    }
}
