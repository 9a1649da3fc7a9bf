import Synchronization
import Testing

@testable import MosaicCommand

struct ProgressBarTests {
    @Test func `a line is drawn over the one before it, and cleared once`() {
        let text = Mutex("")
        let bar = ProgressBar { written in text.withLock { $0 += written } }
        bar.finish()
        bar.show(film: "film.ts", part: 0.439)
        bar.show(completed: 3, total: 6)
        bar.show(completed: 3, total: 6)
        bar.finish()
        bar.finish()
        let bars = String(repeating: "#", count: 15) + String(repeating: ".", count: 15)
        #expect(
            text.withLock(\.self) == "\rfilm.ts: reading the index, 43 %\u{1B}[K\r[\(bars)] 3/6\u{1B}[K\r\u{1B}[K")
    }

    @Test(arguments: [
        (1, 10, 1_000, ""), (0, 10, 5_000, ""), (10, 10, 5_000, ""), (5, 10, 5_000, ", about 5 s left"),
        (1, 100, 4_000, ", about 7 min left"), (3, 4, 2_000, ", about 1 s left"),
    ])
    func `the time left follows from the speed so far`(completed: Int, total: Int, milliseconds: Int, text: String) {
        #expect(ProgressBar.timeLeft(completed, of: total, after: .milliseconds(milliseconds)) == text)
    }
}
