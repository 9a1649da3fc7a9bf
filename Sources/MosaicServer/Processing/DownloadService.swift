import Foundation
import HTTPTypes
import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// Runs queued downloads while the server runs. Downloads that run when it stops are returned to the queue.
struct DownloadService: Service {
    /// Pause between two polls for a due download.
    private static let pause = Duration.milliseconds(250)
    /// Number of polls after which downloads of killed servers are returned to the queue again.
    private static let looksPerRound = 120

    let log: any DownloadLog
    let downloader: Downloader
    let submissions: SubmissionService
    /// Maximum number of downloads at a time, 1 or more.
    let concurrency: Int
    let logger: Logger

    func run() async throws {
        let worker = WorkerName.unique().rawValue
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(WorkExecutors.writing) {
                downloader.discardLeftovers()
                await withDiscardingTaskGroup { group in
                    for number in 0..<concurrency {
                        group.addTask { await work(as: "\(worker)", givesBack: number == 0) }
                    }
                }
            }
        }
    }

    private func work(as worker: String, givesBack: Bool) async {
        var looks = 0
        while !Task.isCancelled {
            do {
                if givesBack, looks.isMultiple(of: Self.looksPerRound) { try await log.giveBackOrphanedDownloads() }
                looks += 1
                if let download = try await log.beginDownload(by: worker) {
                    try await fetch(download, as: worker)
                    continue
                }
            } catch {
                logger.warning("Downloads have to wait.", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Runs one attempt and stores its result or failure.
    ///
    /// - Throws: Errors of the log.
    private func fetch(_ download: Download, as worker: String) async throws {
        let change: Download.Change
        do {
            change = try await fetched(download, as: worker)
        } catch is CancellationError {
            change = { $0.giveBack(now: $1) }
        } catch let fault as DownloadFault where fault == .cancelled {
            return
        } catch let fault as DownloadFault {
            change = failure(fault.reason, canPass: fault.canPass, of: download)
        } catch let error as MosaicError {
            change = failure("The video cannot be stored.", canPass: error.code.canPass, of: download)
            logger.warning(
                "A video cannot be stored.", metadata: ["download": "\(download.id)", "error": "\(error)"])
        }
        let ended = try await log.updateDownload(download.id, of: worker, isProgress: false, change)
        logger.debug(
            "download",
            metadata: [
                "download": "\(download.id)", "host": "\(download.url)", "state": "\(ended?.state.rawValue ?? "gone")",
            ])
    }

    private func fetched(_ download: Download, as worker: String) async throws -> Download.Change {
        let id = download.id
        let fetched = try await downloader.fetch(
            download.url, for: download.username, now: .now,
            began: { process in
                _ = try await log.updateDownload(id, of: worker, isProgress: false) { $0.note(process, now: $1) }
            },
            goOn: { percent in
                let current = try await log.download(id)
                guard let current, current.worker == worker else { return false }
                let isNews = percent != nil && percent != current.progress
                guard isNews || current.updated.timeIntervalSinceNow < -DownloadLimits.heartbeat else { return true }
                return try await log.updateDownload(id, of: worker, isProgress: true) {
                    $0.progress(to: percent, now: $1)
                } != nil
            })
        await submit(fetched, of: .subject(download.username))
        return { $0.complete(as: fetched.path, title: fetched.title, storyboard: fetched.storyboard, now: $1) }
    }

    /// Submits a job for the video. If that fails, the first request for the storyboard submits it.
    private func submit(_ video: Downloader.Fetched, of owner: JobOwner) async {
        guard let id = video.storyboard else { return }
        var request = JobRequest(id: id, source: ScreenshotSource(folder: video.file))
        request.title = video.title
        // The film is complete.
        request.settle = 0
        do {
            _ = try await submissions.submitFirst(request, of: owner)
        } catch {
            logger.warning(
                "A storyboard of a new video has to wait.", metadata: ["storyboard": "\(id)", "error": "\(error)"])
        }
    }

    private func failure(_ reason: String, canPass: Bool, of download: Download) -> Download.Change {
        let delays = downloader.limits.delays
        let failures = download.failures + 1
        guard canPass else { return { $0.fail(reason, retry: nil, now: $1) } }
        guard failures < delays.maximumAttempts else {
            return { $0.fail("\(reason) It was tried \(failures) times.", retry: nil, now: $1) }
        }
        let delay = delays.delay(afterFailures: failures, random: .random(in: 0..<1))
        return { $0.fail(reason, retry: $1.addingTimeInterval(delay), now: $1) }
    }
}

/// Accepts URLs of videos, and limits the number of waiting and running downloads.
struct DownloadQueue: Sendable {
    let log: any DownloadLog
    /// Maximum number of waiting and running downloads.
    let capacity: Int
    /// Maximum number of waiting and running downloads of one user.
    let perUser: Int
    /// Whether a downloader is configured.
    let isServed: Bool

    /// Stores a download, or returns the unfinished download of the same URL and user.
    ///
    /// - Parameter username: The user's name, which is also the video's folder.
    /// - Throws: `notConfigured` without a downloader, `tooManyRequests`, `unavailable`.
    func add(_ url: DownloadURL, for username: String) async throws -> Download {
        try checkServed()
        guard let download = try await log.add(url, for: username, waiting: capacity, ofUser: perUser) else {
            throw RequestError(
                .tooManyRequests, "\(capacity) downloads wait already, or \(perUser) of this user.", [.retryAfter: "5"])
        }
        return download
    }

    /// Restarts a failed or cancelled download; a running one continues.
    ///
    /// - Returns: The download as it is now; `nil` if it is missing.
    /// - Throws: `notConfigured`, `conflict` if it is complete or its URL had a query, `unavailable`.
    func retry(_ download: Download) async throws -> Download? {
        try checkServed()
        let download = try await log.updateDownload(download.id) { $0.retry(now: $1) }
        guard download?.state != .completed else {
            throw RequestError(.conflict, "The video is there; a download that is completed does not begin anew.")
        }
        guard download?.isURLCut != true else {
            throw RequestError(
                .conflict, "The query of its URL was deleted when it ended; request the download of the URL again.")
        }
        return download
    }

    /// Cancels a download; its downloader ends within about a second.
    ///
    /// - Returns: The download as it is now; `nil` if it is missing.
    /// - Throws: `conflict` if it has finished, `unavailable`.
    func cancel(_ download: Download) async throws -> Download? {
        let download = try await log.updateDownload(download.id) { $0.cancel(now: $1) }
        guard download?.state ?? .cancelled == .cancelled else {
            throw RequestError(.conflict, "A download that is completed or has failed cannot be cancelled.")
        }
        return download
    }

    private func checkServed() throws(RequestError) {
        guard !isServed else { return }
        throw .noDownloader
    }
}

extension RequestError {
    static let noDownloader = RequestError(
        .notConfigured,
        "The server fetches no URLs: its operator has to name a program with --downloader, and the log says why one is off."
    )
}
