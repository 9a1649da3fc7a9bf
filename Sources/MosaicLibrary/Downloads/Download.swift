package import Foundation
package import Mosaic
import MosaicSystem

/// A video that is fetched from a URL: the request and its progress.
package struct Download: Hashable, Sendable {
    /// Its name for clients.
    package let id: DownloadID
    /// Where it comes from. The query and the fragment are deleted at its end.
    package internal(set) var url: DownloadURL
    /// Whether a query or fragment was deleted, without which it cannot be tried again.
    package internal(set) var isURLCut = false
    /// The folder below the video root that takes it, one part of a path.
    package let username: String
    /// Its state.
    package internal(set) var state: DownloadState
    /// The downloaded part, 0...100 percent; nil if the downloader does not report it.
    package internal(set) var progress: Int?
    /// The video's title; nil until it is known.
    package internal(set) var title: String?
    /// The video's path below its root; nil until it is there.
    package internal(set) var path: String?
    /// The storyboard that is made of it; nil until it is there, and for sound alone.
    package internal(set) var storyboard: StoryboardID?
    /// How often it failed in a row.
    package internal(set) var failures = 0
    /// Why it failed last; nil where it has not.
    package internal(set) var error: String?
    /// When it was asked for.
    package let created: Date
    /// When it last changed.
    package internal(set) var updated: Date
    /// When it is tried next.
    package internal(set) var due: Date
    /// The server that fetches it now, as ``WorkerName``.
    package internal(set) var worker: String?
    /// The downloader's process, which a killed server leaves.
    package internal(set) var process: DownloadProcess?

    /// A new one.
    package init(_ url: DownloadURL, for username: String, now: Date) {
        self.init(id: .unique(), url: url, username: username, state: .pending, created: now, updated: now, due: now)
    }

    /// One as it is stored.
    package init(
        id: DownloadID, url: DownloadURL, isURLCut: Bool = false, username: String, state: DownloadState,
        progress: Int? = nil,
        title: String? = nil, path: String? = nil, storyboard: StoryboardID? = nil, failures: Int = 0,
        error: String? = nil, created: Date, updated: Date, due: Date, worker: String? = nil,
        process: DownloadProcess? = nil
    ) {
        self.id = id
        self.url = url
        self.isURLCut = isURLCut
        self.username = username
        self.state = state
        self.progress = progress
        self.title = title
        self.path = path
        self.storyboard = storyboard
        self.failures = failures
        self.error = error
        self.created = created
        self.updated = updated
        self.due = due
        self.worker = worker
        self.process = process
    }
}

/// The state of a download.
package enum DownloadState: String, Hashable, Sendable, CaseIterable {
    /// It waits for its turn, or for another attempt.
    case pending
    /// Its downloader runs.
    case downloading
    /// The video is in its folder.
    case completed
    /// It is not tried again by itself.
    case failed
    /// A client cancelled it.
    case cancelled

    /// Whether it stays so unless a client wants something else.
    package var isFinal: Bool { self != .pending && self != .downloading }
}

/// The name of a download: `download-` and 16 hexadecimal digits, which is also a valid storyboard id.
package struct DownloadID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    private static let mark = "download-"

    package let rawValue: String

    /// Takes a name as it is; nil for anything else.
    package init?(rawValue: String) {
        let digits = rawValue.utf8.dropFirst(Self.mark.utf8.count)
        guard rawValue.hasPrefix(Self.mark), digits.count == 16,
            digits.allSatisfy({ Hexadecimal.value(of: $0) != nil })
        else { return nil }
        self.rawValue = rawValue
    }

    private init(number: UInt64) { rawValue = Self.mark + String(number, radix: 16) }

    /// A name that was never used before.
    package static func unique() -> DownloadID { DownloadID(number: .random(in: 1 << 60 ... .max)) }

    package var description: String { rawValue }
}

/// The process of a downloader as text, which tells it from every other process.
package struct DownloadProcess: Hashable, Sendable {
    /// The text that is stored.
    package let rawValue: String

    /// Takes the text that is stored.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the identity of a process.
    init(_ process: ProcessIdentity) {
        rawValue = [process.machine, process.number, process.start].joined(separator: ":")
    }

    /// Kills it with its group where it certainly still runs on this machine.
    package func kill() {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return }
        ProcessIdentity(machine: parts[0], number: parts[1], start: parts[2]).killGroup()
    }
}

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

/// How much one download may take, and how many are remembered.
package struct DownloadLimits: Hashable, Sendable {
    /// The downloads that stay in the log after their end.
    package static let kept = 1_000
    /// The most that one list tells.
    package static let listed = 1_000

    /// Seconds after which a server that holds a download tells that it lives.
    package static let heartbeat = 15.0
    /// Seconds without a heartbeat after which another server's download counts as abandoned, if its process cannot
    /// be seen.
    static let longestSilence = 180.0

    /// Maximum time of one attempt; more than 0.
    package var time = Duration.seconds(60 * 60)
    /// Bytes that one video may have, 1 or more.
    package var bytes = 16 << 30
    /// The pause between two looks at a running downloader.
    package var pause = Duration.milliseconds(100)
    /// Number of such pauses between two searches for files that are too long, 1 or more.
    static let pausesPerMeasure = 5

    /// How often a failed attempt is repeated.
    package var delays = RetryDelays()

    /// An hour, 16 GiB and three attempts.
    package init() { delays.maximumAttempts = 3 }

    /// Bytes of all files of one attempt: a downloader may have picture and sound beside the video that it joins them in.
    var folderBytes: Int { bytes > .max / 3 ? .max : 2 * bytes + (16 << 20) }
}
