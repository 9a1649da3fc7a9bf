import HTTPTypes
import Mosaic
import MosaicLibrary

/// Takes in the URLs of videos, and sees that not too many of them wait.
struct DownloadQueue: Sendable {
    let log: any DownloadLog
    /// Maximum downloads that are under way or wait.
    let capacity: Int
    /// Maximum downloads of one user that are under way or wait.
    let perUser: Int
    /// Whether a downloader fetches them.
    let isServed: Bool

    /// Stores a download unless the same one is on its way.
    ///
    /// - Parameter username: The folder that takes the video.
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
    /// - Returns: The download as it is now; nil if it is missing.
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
    /// - Returns: The download as it is now; nil if it is missing.
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
