import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import Synchronization
import WebVTT

/// Runs a batch until the last storyboard or the first signal.
struct BatchRun: Sendable {
    /// The result of a batch.
    struct End: Sendable {
        let table: BatchTable
        /// Whether a signal ended the batch.
        let isInterrupted: Bool
        /// The error that prevented writing results; nil if all were written.
        let failure: (any Error)?
    }

    let batch: Batch
    let outlets: BatchReporter.Outlets

    func run(next: @escaping @Sendable () async -> Batch.Entry?) async throws -> End {
        try await Interruption.cancelling {
            // A stop that is requested before the task exists takes effect when the task begins.
            let work = Mutex<(task: Task<Void, Never>?, mustStop: Bool)>((nil, false))
            let reporter = BatchReporter(outlets) {
                work.withLock { work in
                    work.mustStop = true
                    work.task?.cancel()
                }
            }
            let task = Task { await batch.run(next: next) { reporter.take($0) } }
            work.withLock { work in
                work.task = task
                if work.mustStop { task.cancel() }
            }
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                outlets.bar.finish()
                StandardError.print(
                    "mosaic: Finishing the storyboards that are being published, then stopping. Press Ctrl-C again to stop now."
                )
                task.cancel()
            }
            outlets.bar.finish()
            let table = BatchTable(
                reporter.summary, seconds: reporter.seconds, isIncomplete: task.isCancelled, report: outlets.report,
                passedFilms: outlets.passedFilms)
            return End(table: table, isInterrupted: Task.isCancelled, failure: reporter.failure)
        }
    }
}

/// Counts, prints and writes the results of a batch.
///
/// A lock protects the state instead of an actor: in a library that is up to date, a result takes microseconds, as long
/// as switching to an actor.
final class BatchReporter: Sendable {
    /// Destinations of results.
    struct Outlets {
        /// Receive each result as a line of JSON.
        var lines: [LineWriter] = []
        /// Path of the report file among `lines`; nil without a report.
        var report: String?
        /// Shows the progress on a terminal.
        var bar = ProgressBar(isShown: false)
        /// Expected number of results; 0 if unknown.
        var expected = 0
        /// Total size of the films to compose, in bytes; 0 without films.
        var filmBytes = 0
        /// Number of films in folders of storyboards, which are not composed.
        var passedFilms = 0
        /// Prints a line for each change and each failure; nil prints no lines.
        var log: PublishLog?
        /// Whether the first failure ends the batch.
        var failsFast = false
    }

    private struct State {
        var summary = BatchSummary()
        /// Size of the finished films, and of the composed ones among them, in bytes.
        var filmBytes = (done: 0, composed: 0)
        var failure: (any Error)?
        /// Indices of the lines' writers that failed.
        var closed: Set<Int> = []
    }

    private let state = Mutex(State())
    private let outlets: Outlets
    private let start = ContinuousClock.now
    private let stop: @Sendable () -> Void

    /// - Parameter stop: Stops the batch.
    init(_ outlets: Outlets, stop: @escaping @Sendable () -> Void) {
        self.outlets = outlets
        self.stop = stop
    }

    var summary: BatchSummary { state.withLock(\.summary) }

    /// The error that prevented writing results; nil if all were written.
    var failure: (any Error)? { state.withLock(\.failure) }

    /// Seconds since the batch began.
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    func take(_ result: BatchResult) {
        let mustStop = state.withLock { state in
            state.summary.add(result)
            outlets.log?.note(result)
            if let film = result.film {
                state.filmBytes.done += film.bytes
                if result.outcome == .composed { state.filmBytes.composed += film.bytes }
            }
            outlets.bar.show(completed: state.summary.total, total: outlets.expected, remark: remark(state))
            guard !outlets.lines.isEmpty else { return false }
            write(result, &state)
            return state.failure != nil
        }
        if mustStop || result.isDiskFull || outlets.failsFast && result.outcome == .failed { stop() }
    }

    /// Writes a result to the open writers: the report still receives results after standard output is closed.
    private func write(_ result: BatchResult, _ state: inout State) {
        do {
            let line = try JSONOutput.line(result)
            for (index, writer) in outlets.lines.enumerated() where !state.closed.contains(index) {
                do {
                    try writer.write(line)
                } catch {
                    state.closed.insert(index)
                    state.failure = state.failure ?? error
                }
            }
        } catch {
            state.failure = state.failure ?? error
        }
    }

    private func remark(_ state: State) -> String {
        guard outlets.filmBytes > 0 else { return pace(state.summary.total) }
        let duration = Timestamp(milliseconds: state.summary.filmDuration ?? 0).lengthOfFilm
        let films = " \(state.summary.films ?? 0) films, \(duration)"
        guard state.filmBytes.composed > 0 else { return films }
        // The time for a film grows with the film's length. Before a film is opened, its size stands in for the length.
        let left = Double(max(0, outlets.filmBytes - state.filmBytes.done)) / Double(state.filmBytes.composed) * seconds
        return "\(films), \(Self.time(left)) left"
    }

    /// Rate and remaining time.
    private func pace(_ total: Int) -> String {
        let rate = Double(total) / max(seconds, 0.001)
        let left = Double(outlets.expected - total) / max(rate, 0.001)
        return " \(String(format: "%.1f", rate))/s, \(Self.time(left)) left"
    }

    /// Formats seconds as whole seconds, minutes or hours, such as `12 min`.
    static func time(_ seconds: Double) -> String {
        let left = Int(min(seconds, 1e9).rounded())
        return left < 90 ? "\(left) s" : left < 5_400 ? "\(left / 60) min" : "\(left / 3_600) h"
    }
}

extension Timestamp {
    /// A length such as `1.5 h of film`, `12 min of film` or `20 s of film`.
    var lengthOfFilm: String {
        let seconds = Double(milliseconds) / 1_000
        if seconds < 90 { return "\(Int(seconds.rounded())) s of film" }
        return seconds < 5_400
            ? "\(Int((seconds / 60).rounded())) min of film" : String(format: "%.1f h of film", seconds / 3_600)
    }
}
