package import Foundation

/// Stores downloads, so that they outlive the server.
package protocol DownloadLog: Sendable {
    /// Stores a download unless the same URL is being downloaded to the same folder.
    ///
    /// The last ``DownloadLimits/kept`` finished downloads stay.
    /// - Parameters:
    ///   - waiting: Maximum number of waiting and running downloads.
    ///   - ofUser: Maximum number of these for the same folder.
    /// - Returns: The stored download; nil if too many wait.
    func add(_ url: DownloadURL, for username: String, waiting: Int, ofUser: Int) async throws -> Download?

    /// The download of that name; nil where there is none.
    func download(_ id: DownloadID) async throws -> Download?

    /// Downloads in a state, the last that was asked for first.
    func downloads(_ state: DownloadState, limit: Int) async throws -> [Download]

    /// The number of downloads in each state.
    func downloadCounts() async throws -> [DownloadState: Int]

    /// Gives the download that has been due longest to a server.
    ///
    /// - Returns: The download as it began; nil where none is due.
    func beginDownload(by worker: String) async throws -> Download?

    /// Changes a download in one transaction with the log's time.
    ///
    /// - Parameters:
    ///   - worker: Changes it only while this server has it; nil changes any.
    ///   - isProgress: Whether a power loss may undo the change.
    /// - Returns: The changed download; nil where there is none or another server has it.
    func updateDownload(
        _ id: DownloadID, of worker: String?, isProgress: Bool, _ change: @escaping Download.Change
    ) async throws -> Download?
}

extension DownloadLog {
    /// Changes a download, also one that another server has leased.
    package func updateDownload(_ id: DownloadID, _ change: @escaping Download.Change) async throws -> Download? {
        try await updateDownload(id, of: nil, isProgress: false, change)
    }

    /// Gives back the downloads of servers that were killed, and kills what these left running on this machine.
    ///
    /// On another machine, and in another container, a server was killed where its download did not change for long.
    /// - Returns: How many there were.
    @discardableResult
    package func giveBackOrphanedDownloads(now: Date = Date()) async throws -> Int {
        let limit = now.addingTimeInterval(-DownloadLimits.longestSilence)
        var count = 0
        for download in try await downloads(.downloading, limit: DownloadLimits.listed) {
            guard let worker = download.worker else { continue }
            let name = WorkerName(rawValue: worker)
            guard name.isOfThisMachine ? name.hasEnded : download.updated < limit else { continue }
            download.process?.kill()
            let change: Download.Change = { $0.giveBack(now: $1) }
            if try await updateDownload(download.id, of: worker, isProgress: false, change) != nil { count += 1 }
        }
        return count
    }
}
