package import Foundation
package import Mosaic
import MosaicSystem

/// A video that is downloaded from a URL: the request and its progress.
package struct Download: Hashable, Sendable {
    /// Identifies the download in the API.
    package let id: DownloadID
    /// The video's URL. When the download ends, the query and the fragment are deleted from it.
    package internal(set) var url: DownloadURL
    /// Whether a query or fragment was deleted from the URL. If so, the download cannot be retried.
    package internal(set) var isURLCut = false
    /// Name of the user's folder below the video root; one part of a path.
    package let username: String
    package internal(set) var state: DownloadState
    /// The downloaded part, 0...100 percent; nil if the downloader does not report it.
    package internal(set) var progress: Int?
    /// The video's title; nil until the download is complete.
    package internal(set) var title: String?
    /// The video's path below its root; nil until the download is complete.
    package internal(set) var path: String?
    /// The storyboard of the video; nil until the download is complete, and for audio files.
    package internal(set) var storyboard: StoryboardID?
    /// Number of consecutive failures.
    package internal(set) var failures = 0
    /// Why the last attempt failed; nil without a failure.
    package internal(set) var error: String?
    /// Time of the request.
    package let created: Date
    /// Time of the last change.
    package internal(set) var updated: Date
    /// Earliest time of the next attempt.
    package internal(set) var due: Date
    /// The server that downloads the video now, as a ``WorkerName``; nil while no attempt runs.
    package internal(set) var worker: String?
    /// The downloader's process, which may still run after its server was killed; nil while no process is known.
    package internal(set) var process: DownloadProcess?

    /// Creates a pending download.
    package init(_ url: DownloadURL, for username: String, now: Date) {
        self.init(id: .unique(), url: url, username: username, state: .pending, created: now, updated: now, due: now)
    }

    /// Creates a download from its stored parts.
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
    /// The download waits for a server, or for another attempt.
    case pending
    /// A server is downloading the video.
    case downloading
    /// The video is in its folder.
    case completed
    /// The download failed; only a client's request retries it.
    case failed
    /// A client cancelled the download.
    case cancelled

    /// Whether only a client's request changes the state.
    package var isFinal: Bool { self != .pending && self != .downloading }
}

/// The name of a download: `download-` and 16 hexadecimal digits, which is also a valid storyboard id.
package struct DownloadID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    private static let mark = "download-"

    package let rawValue: String

    /// Parses a name; nil for any other text.
    package init?(rawValue: String) {
        let digits = rawValue.utf8.dropFirst(Self.mark.utf8.count)
        guard rawValue.hasPrefix(Self.mark), digits.count == 16,
            digits.allSatisfy({ Hexadecimal.value(of: $0) != nil })
        else { return nil }
        self.rawValue = rawValue
    }

    private init(number: UInt64) { rawValue = Self.mark + String(number, radix: 16) }

    /// Creates a unique name.
    package static func unique() -> DownloadID { DownloadID(number: .random(in: 1 << 60 ... .max)) }

    package var description: String { rawValue }
}

/// Identifies the process of a downloader: machine, process id and start time.
package struct DownloadProcess: Hashable, Sendable {
    /// The identity as stored: `machine:number:start`.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    init(_ process: ProcessIdentity) {
        rawValue = [process.machine, process.number, process.start].joined(separator: ":")
    }

    /// Kills the process and its process group, if it certainly still runs on this machine.
    package func kill() {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return }
        ProcessIdentity(machine: parts[0], number: parts[1], start: parts[2]).killGroup()
    }
}

/// The state machine of a download; a log only stores it.
extension Download {
    /// A change of a download at the log's time.
    package typealias Change = @Sendable (inout Download, Date) -> Void

    /// Begins an attempt by a server, and clears the progress of the last attempt.
    package mutating func begin(by worker: String, now: Date) {
        state = .downloading
        self.worker = worker
        progress = nil
        updated = now
    }

    /// Records the downloader's process.
    package mutating func note(_ process: DownloadProcess, now: Date) {
        self.process = process
        updated = now
    }

    /// Records a heartbeat of the server, and the downloader's progress in percent. nil keeps the former progress.
    package mutating func progress(to percent: Int?, now: Date) {
        if let percent { progress = min(max(0, percent), 100) }
        updated = now
    }

    /// Completes the download: the video is in its folder. Deletes the URL's query and fragment.
    package mutating func complete(as path: String, title: String?, storyboard: StoryboardID?, now: Date) {
        self.path = path
        self.title = title
        self.storyboard = storyboard
        error = nil
        progress = 100
        end(.completed, now: now)
    }

    /// Records a failed attempt and its reason, without the queries of URLs. `retry` is the time of the next attempt.
    /// If it is nil, the download has failed, and the URL's query and fragment are deleted.
    package mutating func fail(_ reason: String, retry: Date?, now: Date) {
        failures += 1
        error = url.withoutQueries(reason)
        if let retry { due = retry }
        end(retry == nil ? .failed : .pending, now: now)
    }

    /// Ends an attempt that does not count, because its server stops or was killed. The download is due again at once.
    package mutating func giveBack(now: Date) {
        guard state == .downloading else { return }
        due = now
        progress = nil
        end(.pending, now: now)
    }

    /// Cancels the download, and deletes the URL's query and fragment; a finished download stays unchanged.
    package mutating func cancel(now: Date) {
        guard !state.isFinal else { return }
        end(.cancelled, now: now)
    }

    /// Restarts a failed or cancelled download. Any other download stays unchanged, and so does a download whose URL
    /// lost its query.
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

/// Limits of one download and of the log.
package struct DownloadLimits: Hashable, Sendable {
    /// Maximum number of finished downloads in the log.
    package static let kept = 1_000
    /// Maximum number of downloads in one list.
    package static let listed = 1_000

    /// Seconds between two heartbeats of a server that runs a download.
    package static let heartbeat = 15.0
    /// Seconds without a heartbeat after which another server's download counts as abandoned, if its process is not on
    /// this machine.
    static let longestSilence = 180.0

    /// Maximum time of one attempt; more than 0.
    package var time = Duration.seconds(60 * 60)
    /// Maximum size of a video in bytes, 1 or more.
    package var bytes = 16 << 30
    /// Pause between two polls of a running downloader.
    package var pause = Duration.milliseconds(100)
    /// Number of pauses between two measurements of the files, 1 or more.
    static let pausesPerMeasure = 5

    /// Limits and delays of retries after failures.
    package var delays = RetryDelays()

    /// Creates limits: an hour, 16 GiB and three attempts.
    package init() { delays.maximumAttempts = 3 }

    /// Maximum size of all files of one attempt, in bytes. A downloader may keep separate video and audio files next to
    /// the joined file.
    var folderBytes: Int { bytes > .max / 3 ? .max : 2 * bytes + (16 << 20) }
}
