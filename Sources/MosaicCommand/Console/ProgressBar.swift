import CommandSupport
import Foundation
import Synchronization

/// A progress bar on a terminal; prints nothing elsewhere.
final class ProgressBar: Sendable {
    private struct State {
        var permille = -1
        /// Whether the terminal's line has text.
        var isDrawn = false
        /// The start of the work that the bar counts.
        var begin = ContinuousClock.now
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

    /// Draws the state, once for each new thousandth.
    ///
    /// - Parameter remark: The text after the bar; `nil` for the time left.
    func show(completed: Int, total: Int, remark: @autoclosure () -> String? = nil) {
        guard isShown, total > 0 else { return }
        let permille = completed * 1_000 / total
        state.withLock { state in
            guard permille > state.permille else { return }
            state.permille = permille
            state.isDrawn = true
            let width = 30
            let filled = completed * width / total
            let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
            let text = remark() ?? Self.timeLeft(completed, of: total, after: .now - state.begin)
            write("\r[\(bar)] \(completed)/\(total)\(text)\u{1B}[K")
        }
    }

    /// Draws progress while a film is read to build its missing index.
    ///
    /// - Parameter part: The part that was read, 0...1.
    func show(film: String, part: Double) {
        guard isShown else { return }
        state.withLock { state in
            state.isDrawn = true
            if state.permille < 0 { state.begin = .now }
            write("\r\(film): reading the index, \(Int(part * 100)) %\u{1B}[K")
        }
    }

    /// Estimated remaining time at the same speed; empty in the first two seconds, which are too short for an estimate.
    static func timeLeft(_ completed: Int, of total: Int, after elapsed: Duration) -> String {
        guard completed > 0, completed < total, elapsed >= .seconds(2) else { return "" }
        let left = Int((elapsed / .seconds(1) / Double(completed) * Double(total - completed)).rounded(.up))
        return left < 60 ? ", about \(left) s left" : ", about \((left + 59) / 60) min left"
    }

    /// Clears the line if it has text.
    func finish() {
        state.withLock { state in
            if state.isDrawn { write("\r\u{1B}[K") }
            state = State()
        }
    }
}
