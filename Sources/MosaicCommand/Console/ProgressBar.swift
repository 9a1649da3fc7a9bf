import Foundation
import MosaicConsole
import Synchronization

/// A progress bar on a terminal; prints nothing elsewhere.
final class ProgressBar: Sendable {
    private struct State {
        var permille = -1
        /// Whether the line has text.
        var isDrawn = false
    }

    private let isShown: Bool
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(isShown: Bool) {
        self.isShown = isShown && StandardError.isTerminal
        write = { StandardError.write($0) }
    }

    /// - Parameter write: Receives the text instead of a terminal.
    init(write: @escaping @Sendable (String) -> Void) {
        isShown = true
        self.write = write
    }

    /// Draws the state, at most a thousand times in all.
    ///
    /// - Parameter remark: The text after the bar.
    func show(completed: Int, total: Int, remark: @autoclosure () -> String = "") {
        guard isShown, total > 0 else { return }
        let permille = completed * 1_000 / total
        state.withLock { state in
            guard permille > state.permille else { return }
            state = State(permille: permille, isDrawn: true)
            let width = 30
            let filled = completed * width / total
            let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
            write("\r[\(bar)] \(completed)/\(total)\(remark())\u{1B}[K")
        }
    }

    /// Draws the part of a film that was read for its missing index, 0...1.
    func show(film: String, part: Double) {
        guard isShown else { return }
        state.withLock { state in
            state.isDrawn = true
            write("\r\(film): reading the index, \(Int(part * 100)) %\u{1B}[K")
        }
    }

    /// Clears the line, where anything stands on it.
    func finish() {
        state.withLock { state in
            if state.isDrawn { write("\r\u{1B}[K") }
            state = State()
        }
    }
}
