package import Foundation
package import Mosaic
import MosaicSystem

/// Fetches videos by the operator's program and puts them below a video root.
package struct Downloader: Sendable {
    /// A video that is in its folder.
    package struct Fetched: Hashable, Sendable {
        /// Its path below the root.
        package let path: String
        /// Its absolute path.
        package let file: String
        /// Its title.
        package let title: String
        /// The storyboard that is made of it; nil for sound alone.
        package let storyboard: StoryboardID?
    }

    private let root: String
    private let run: DownloadRun
    /// The URL of a storyboard's picture.
    private let poster: @Sendable (StoryboardID) -> String

    /// Takes the folder that exists.
    ///
    /// - Parameters:
    ///   - root: The video root.
    ///   - supervisor: The program that supervises the downloader; `nil` runs it without one.
    ///   - poster: The URL of a storyboard's picture.
    /// - Throws: `invalidSettings` where there is no such folder or no such program; `refused` if the folder of
    ///   downloads in the root is not the server's own.
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

    /// How attempts are repeated.
    package var limits: DownloadLimits { run.limits }

    /// Removes what killed servers left.
    package func discardLeftovers() { DownloadFolder.discardLeftovers(in: root) }

    /// Fetches a video; where that fails nothing stays.
    ///
    /// - Parameters:
    ///   - began: Called with the downloader's process.
    ///   - goOn: Called from time to time with the percentage; false ends the attempt.
    /// - Throws: ``DownloadFault``, `CancellationError`, `unavailable`, `refused`, what the two throw.
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
        // A client that has just taken it back gets no video.
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

    /// A title as a job may have it.
    private static func title(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(kept.prefix(ExpectedChapters.longestTitle)))
    }
}

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
