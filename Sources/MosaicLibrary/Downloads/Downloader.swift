package import Foundation
package import Mosaic
import MosaicSystem

/// Downloads videos with the operator's program and stores them below a video root.
package struct Downloader: Sendable {
    /// A downloaded video in its folder.
    package struct Fetched: Hashable, Sendable {
        /// The video's path below the root.
        package let path: String
        /// The video's absolute path.
        package let file: String
        package let title: String
        /// The storyboard of the video; nil for an audio file.
        package let storyboard: StoryboardID?
    }

    private let root: String
    private let run: DownloadRun
    /// Returns the URL of a storyboard's poster picture.
    private let poster: @Sendable (StoryboardID) -> String

    /// Creates a downloader into an existing folder.
    ///
    /// - Parameters:
    ///   - root: The video root.
    ///   - supervisor: The program that supervises the downloader; `nil` runs it without one.
    ///   - poster: Returns the URL of a storyboard's poster picture.
    /// - Throws: `invalidSettings` if the folder or the program is missing; `refused` if the server does not own the
    ///   folder of downloads in the root.
    package init(
        into root: String, by command: DownloadCommand, limits: DownloadLimits, supervisor: String? = nil,
        poster: @escaping @Sendable (StoryboardID) -> String
    ) throws {
        guard let real = RealPath.of(root), FileStatus(path: real)?.isFolder == true else {
            throw MosaicError(.invalidSettings, "video root", "The folder for downloads is not there.")
        }
        _ = try command.path()
        try DownloadFolder.check(in: real)
        self.root = real
        run = DownloadRun(command: command, limits: limits, supervisor: supervisor)
        self.poster = poster
    }

    /// Limits of time, size and retries.
    package var limits: DownloadLimits { run.limits }

    /// Removes the download folders of servers that were killed.
    package func discardLeftovers() { DownloadFolder.discardLeftovers(in: root) }

    /// Downloads a video into its folder; after an error, no file of it is left.
    ///
    /// - Parameters:
    ///   - began: Called with the downloader's process.
    ///   - goOn: Called periodically with the percentage, nil if unknown; returning false ends the attempt.
    /// - Throws: ``DownloadFault``, `CancellationError`, `unavailable`, `refused`, errors of `began` and `goOn`.
    package func fetch(
        _ url: DownloadURL, for username: String, now: Date, began: (DownloadProcess) async throws -> Void,
        goOn: (Int?) async throws -> Bool
    ) async throws -> Fetched {
        let folder = try DownloadFolder(in: root)
        defer { folder.remove() }
        try await run.run(url, in: folder, began: began, goOn: goOn)
        guard let video = DownloadedVideo(in: folder) else {
            throw DownloadFault("The downloader ended without a video.")
        }
        // Checks for a cancellation before the video is stored.
        guard try await goOn(100) else { throw DownloadFault.cancelled }
        let genre = video.info.genre(of: url)
        let place = DownloadDestination(root: root, username: username, genre: genre)
        let hasPictures = FilmName.extensions.contains(video.fileExtension)
        let title = Self.title(video.info.title ?? video.stem)
        let path = try place.take(video, from: folder, or: "video") { path in
            try VideoCompanion(
                video.info, of: url, title: title, genre: genre,
                poster: hasPictures ? poster(SourceNaming.path.id(of: path)) : nil, now: now
            ).encoded()
        }
        return Fetched(
            path: path, file: root + "/" + path, title: title,
            storyboard: VideoPath(rawValue: path)?.storyboard)
    }

    /// Removes control characters from a title and limits its length, as jobs require.
    private static func title(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(kept.prefix(ExpectedChapters.longestTitle)))
    }
}

/// Stores downloads, so that they survive a restart of the server.
package protocol DownloadLog: Sendable {
    /// Stores a download unless the same URL is being downloaded to the same folder.
    ///
    /// Keeps the last ``DownloadLimits/kept`` finished downloads.
    /// - Parameters:
    ///   - waiting: Maximum number of waiting and running downloads.
    ///   - ofUser: Maximum number of waiting and running downloads for the same folder.
    /// - Returns: The stored download, or the existing one of the same URL and folder; nil if a limit is reached.
    func add(_ url: DownloadURL, for username: String, waiting: Int, ofUser: Int) async throws -> Download?

    /// The download with an id; nil if missing.
    func download(_ id: DownloadID) async throws -> Download?

    /// Downloads in a state, the last requested first.
    func downloads(_ state: DownloadState, limit: Int) async throws -> [Download]

    /// The number of downloads in each state.
    func downloadCounts() async throws -> [DownloadState: Int]

    /// Assigns the download that has been due longest to a server.
    ///
    /// - Returns: The download in its new state; nil if none is due.
    func beginDownload(by worker: String) async throws -> Download?

    /// Changes a download in one transaction with the log's time.
    ///
    /// - Parameters:
    ///   - worker: The download changes only while this server runs it; nil changes any download.
    ///   - isProgress: Whether a power loss may undo the change.
    /// - Returns: The changed download; nil if it is missing or `worker` does not run it.
    func updateDownload(
        _ id: DownloadID, of worker: String?, isProgress: Bool, _ change: @escaping Download.Change
    ) async throws -> Download?
}

extension DownloadLog {
    /// Changes a download, including one that another server runs.
    package func updateDownload(_ id: DownloadID, _ change: @escaping Download.Change) async throws -> Download? {
        try await updateDownload(id, of: nil, isProgress: false, change)
    }

    /// Makes downloads of killed servers pending again, and kills their downloaders on this machine.
    ///
    /// A server on another machine or in another container counts as killed if its download did not change for three
    /// minutes.
    /// - Returns: The number of these downloads.
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
