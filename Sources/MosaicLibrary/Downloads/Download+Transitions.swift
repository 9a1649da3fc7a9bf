package import Foundation
package import Mosaic

/// How a download changes; a log only stores it.
extension Download {
    /// A change with the log's time.
    package typealias Change = @Sendable (inout Download, Date) -> Void

    /// A server begins an attempt.
    package mutating func begin(by worker: String, now: Date) {
        state = .downloading
        self.worker = worker
        progress = nil
        updated = now
    }

    /// The downloader runs.
    package mutating func note(_ process: DownloadProcess, now: Date) {
        self.process = process
        updated = now
    }

    /// Records a heartbeat of the server and the downloader's progress; in percent, nil if unknown.
    package mutating func progress(to percent: Int?, now: Date) {
        if let percent { progress = min(max(0, percent), 100) }
        updated = now
    }

    /// The video is in its folder.
    package mutating func complete(as path: String, title: String?, storyboard: StoryboardID?, now: Date) {
        self.path = path
        self.title = title
        self.storyboard = storyboard
        error = nil
        progress = 100
        end(.completed, now: now)
    }

    /// An attempt failed; `retry` is when the next one is due, nil where there is none.
    package mutating func fail(_ reason: String, retry: Date?, now: Date) {
        failures += 1
        error = url.withoutQueries(reason)
        if let retry { due = retry }
        end(retry == nil ? .failed : .pending, now: now)
    }

    /// The server stops, or was killed: the attempt does not count.
    package mutating func giveBack(now: Date) {
        guard state == .downloading else { return }
        due = now
        progress = nil
        end(.pending, now: now)
    }

    /// A client cancels it; a finished one stays unchanged.
    package mutating func cancel(now: Date) {
        guard !state.isFinal else { return }
        end(.cancelled, now: now)
    }

    /// A client wants one that failed or was cancelled once more; others stay as they are, and those that lost the query
    /// of their URL.
    package mutating func retry(now: Date) {
        guard state == .failed || state == .cancelled, !isURLCut else { return }
        failures = 0
        error = nil
        progress = nil
        due = now
        end(.pending, now: now)
    }

    private mutating func end(_ state: DownloadState, now: Date) {
        if state.isFinal, let short = url.withoutQuery { (url, isURLCut) = (short, true) }
        self.state = state
        worker = nil
        process = nil
        updated = now
    }
}
