import Foundation
package import Mosaic
import MosaicLibrary
import Raster

/// Settings of uploads, jobs and downloads.
public struct WorkSettings: Sendable {
    /// Whether the server accepts screenshots and runs jobs. The library's store must be writable.
    public var isEnabled = false
    /// Folders whose subfolders may be named as sources in submissions.
    public var sourceRoots: [String] = []
    /// Bucket and prefix of the screenshots' folders, each named by a storyboard's id; `nil` without a bucket.
    package var screenshots: BucketAddress?
    /// Folders of videos, `{username}/{genre}/{file}`; each video may also be a source.
    public var videoRoots: [String] = []
    /// Settings of video downloads.
    public var downloads = DownloadSettings()
    /// Maximum size of an uploaded screenshot in bytes, 1 or more.
    public var uploadBytes = 32 << 20
    /// Maximum number of pixels of an uploaded screenshot, 1 or more.
    public var uploadPixels = 40_000_000
    /// Maximum number of waiting and running jobs, 1 or more.
    public var queueLength = 10_000
    /// Maximum number of waiting and running jobs of one token, or of one subject (`sub`) of JWTs, 1 or more. Without
    /// tokens, all clients share the limit.
    public var queuePerToken = 1_000
    /// Maximum number of storyboards composed at a time; 0 leaves all of them to other workers.
    public var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// Maximum wait of a request for a storyboard that was never composed, in seconds; 0 composes no storyboard on
    /// request.
    public var firstCompositionWait = 10.0
    /// Whether a request without a write token may compose a missing storyboard. `nil` allows it only if no token is
    /// configured and only this machine can reach the server.
    public var composesOnRequest: Bool?
    /// Whether uploaded screenshots stay when their storyboard is completed. A storyboard without its screenshots
    /// cannot grow any more.
    public var keepsScreenshots = true
    /// The URL template of sheets for storyboards whose jobs name none, such as `https://cdn.example/{id}/{path}`;
    /// `nil` writes relative URLs.
    public var sheetURL: String?
    /// The secret that signs sheets' URLs if a job's template has a signature, 16...4 096 bytes; `nil` if no template
    /// has a signature.
    public var sheetURLSecret: Secret?
    /// Retention of superseded sheets, and of sheets and screenshots of removed storyboards, in seconds, 0 or more.
    public var keepingOld = 24 * 60 * 60

    /// Creates settings that compose one storyboard for each processor at a time, and keep screenshots.
    public init() {}

    /// The parsed ``sheetURL``; `nil` if there is none or ``ServerSettings/check()`` refuses it.
    var urlTemplate: SheetURLTemplate? { sheetURL.flatMap { try? SheetURLTemplate($0) } }

    /// The parsed ``sheetURLSecret``; `nil` if there is none or ``ServerSettings/check()`` refuses it.
    var urlSecret: SheetURLSecret? { sheetURLSecret.flatMap { try? SheetURLSecret($0.text) } }

    /// Settings of the server's worker. Its pixel limit allows every uploaded screenshot.
    var worker: JobWorker.Settings {
        var worker = JobWorker.Settings()
        worker.limits.pixels = max(worker.limits.pixels, uploadPixels)
        worker.sheetURLSecret = urlSecret
        worker.roots = (try? SourceRoots(sourceRoots + videoRoots)) ?? .none
        return worker
    }
}

/// Settings of video downloads by an external program.
public struct DownloadSettings: Sendable {
    /// Program and arguments of the downloader: a JSON array of texts, with `{url}` for the URL and `{path}` for the
    /// empty folder in which the program stores the video. `nil` disables downloads. No shell interprets the texts.
    /// Arguments may contain credentials.
    public var command: Secret?
    /// Maximum number of downloads at a time, 1 or more.
    public var concurrency = 1
    /// Maximum duration of one download in seconds, 1 or more.
    public var seconds = 60 * 60
    /// Maximum size of one video in bytes, 1 or more.
    public var bytes = 16 << 30
    /// Delay before the first retry of a failed download, in seconds; more than 0.
    var firstDelay = 10.0

    /// The program that supervises the downloader, so that none of its processes remains; `nil` runs it without
    /// supervision.
    package var supervisor: String?

    /// Creates settings without a downloader.
    public init() {}
}

extension WorkSettings {
    /// The downloader's command; `nil` if downloads are disabled.
    ///
    /// - Throws: `invalidSettings` naming the setting.
    func downloadCommand() throws(MosaicError) -> DownloadCommand? {
        guard let command = downloads.command else { return nil }
        guard !videoRoots.isEmpty else {
            throw MosaicError(
                .invalidSettings, "downloader", "Videos that are fetched need a folder: add --video-root FOLDER.")
        }
        guard isEnabled else {
            throw MosaicError(.invalidSettings, "downloader", "A server that takes nothing in fetches no videos.")
        }
        return try DownloadCommand(parsing: command.text)
    }
}

extension Downloader {
    /// Creates the downloader of the settings, which writes into the first video root; `nil` if downloads are disabled,
    /// there is no video root, or the server is read-only.
    ///
    /// - Throws: `invalidSettings`; `refused` if the folder of downloads belongs to another user.
    init?(_ settings: ServerSettings, into roots: VideoRoots) throws {
        guard let command = try settings.work.downloadCommand(), let root = roots.roots.first, !settings.isReadOnly
        else { return nil }
        var limits = DownloadLimits()
        limits.time = .seconds(settings.work.downloads.seconds)
        limits.bytes = settings.work.downloads.bytes
        limits.delays.first = settings.work.downloads.firstDelay
        let urls = try URLBuilder(settings)
        try self.init(
            into: root.path, by: command, limits: limits, supervisor: settings.work.downloads.supervisor
        ) { id in
            (urls.absolute(id) ?? urls.path(of: id)) + "poster.jpg?t=1&width=640"
        }
    }
}
