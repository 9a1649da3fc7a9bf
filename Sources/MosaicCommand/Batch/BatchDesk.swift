import Foundation
import Mosaic
import MosaicConsole

/// Where results of a batch come in: counted, told and forgotten.
actor BatchDesk {
    /// What becomes of results.
    struct Outlets {
        /// Where each result goes as a line of JSON.
        var lines: [LineWriter] = []
        /// How far the work is, for people.
        var bar = ProgressBar(isShown: false)
        /// How many results there will be; 0 where nobody knows.
        var expected = 0
        /// Whether the first failure ends the batch.
        var failsFast = false
    }

    private(set) var summary = BatchSummary()
    /// Why results could not be written; nil where they could.
    private(set) var failure: (any Error)?
    private let outlets: Outlets
    private let start = ContinuousClock.now
    private let stop: @Sendable () -> Void

    /// - Parameter stop: Ends the batch.
    init(_ outlets: Outlets, stop: @escaping @Sendable () -> Void) {
        self.outlets = outlets
        self.stop = stop
    }

    /// Seconds since the beginning.
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    func take(_ result: BatchResult) {
        summary.add(result)
        do {
            if !outlets.lines.isEmpty, failure == nil {
                let line = result.jsonLine()
                for writer in outlets.lines { try writer.write(line) }
            }
        } catch {
            failure = error
            stop()
        }
        outlets.bar.show(completed: summary.total, total: outlets.expected, remark: pace)
        if outlets.failsFast, result.outcome == .failed { stop() }
    }

    /// Rate and time left.
    private var pace: String {
        let rate = Double(summary.total) / max(seconds, 0.001)
        let left = Int((Double(outlets.expected - summary.total) / max(rate, 0.001)).rounded())
        let time = left < 90 ? "\(left) s" : left < 5_400 ? "\(left / 60) min" : "\(left / 3_600) h"
        return " \(String(format: "%.1f", rate))/s, \(time) left"
    }
}
