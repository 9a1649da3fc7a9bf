import Foundation
package import Mosaic
import MosaicLibrary
import Raster

/// How a server takes screenshots in, and makes storyboards of them.
public struct WorkSettings: Sendable {
    /// Whether screenshots are taken in and jobs are worked on; the library's store has to be one that can be written.
    public var isEnabled = false
    /// Folders whose subfolders may be named as sources.
    public var sourceRoots: [String] = []
    /// The part of a bucket whose folders hold screenshots and are named by storyboards' ids; nil where there is none.
    package var screenshots: BucketAddress?
    /// Folders of videos, `{username}/{genre}/{file}`; each video may be a source, too.
    public var videoRoots: [String] = []
    /// How videos of URLs are fetched.
    public var downloads = DownloadSettings()
    /// Bytes of one uploaded screenshot, 1 or more.
    public var uploadBytes = 32 << 20
    /// Pixels of one uploaded screenshot, 1 or more.
    public var uploadPixels = 40_000_000
    /// Jobs that may be under way or wait at a time, 1 or more.
    public var queueLength = 10_000
    /// Jobs of one token that may be under way or wait at a time, 1 or more: of one subject (`sub`) of signed tokens.
    /// Without tokens, all clients have the limit together.
    public var queuePerToken = 1_000
    /// Storyboards that are composed at a time; 0 leaves all of them to workers elsewhere.
    public var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// Seconds that a request for a storyboard that was never composed waits for it; 0 composes none for a request.
    public var firstCompositionWait = 10.0
    /// Whether everybody's request for a storyboard that was never composed composes it, and not only one with a token
    /// that may write; nil where that is so on a server without tokens that this machine alone can reach.
    public var composesOnRequest: Bool?
    /// Whether screenshots stay when their storyboard is completed; without them it cannot grow any more.
    public var keepsScreenshots = true
    /// The template of the URLs in documents of storyboards whose jobs name none, such as
    /// `https://cdn.example/{id}/{path}`; nil for relative ones.
    public var sheetURL: String?
    /// Secret that signs sheets' URLs if a job's template has a signature, 16...4 096 bytes; nil if no template has
    /// one.
    public var sheetURLSecret: Secret?
    /// Seconds for which superseded sheets stay, and sheets and screenshots of storyboards that were removed; 0 or more.
    public var keepingOld = 24 * 60 * 60

    /// One storyboard for each processor at a time, and screenshots that stay.
    public init() {}

    /// The parsed template; nil also for one that ``ServerSettings/check()`` refuses.
    var urlTemplate: SheetURLTemplate? { sheetURL.flatMap { try? SheetURLTemplate($0) } }

    /// The parsed secret; nil also for one that ``ServerSettings/check()`` refuses.
    var urlSecret: SheetURLSecret? { sheetURLSecret.flatMap { try? SheetURLSecret($0.text) } }

    /// How a worker of the server works: what may be uploaded may be decoded.
    var worker: JobWorker.Settings {
        var worker = JobWorker.Settings()
        worker.limits.pixels = max(worker.limits.pixels, uploadPixels)
        worker.sheetURLSecret = urlSecret
        worker.roots = (try? SourceRoots(sourceRoots + videoRoots)) ?? .none
        return worker
    }
}

/// How a server fetches the videos of URLs: by a program that its operator names.
public struct DownloadSettings: Sendable {
    /// The downloader's program and arguments as a JSON array of texts, in which `{url}` and `{path}` stand for what to
    /// fetch and where to put it; nil fetches nothing. No shell reads it. Arguments may hold credentials.
    public var command: Secret?
    /// Downloads at a time, 1 or more.
    public var concurrency = 1
    /// Seconds that one download may take, 1 or more.
    public var seconds = 60 * 60
    /// Bytes that one video may have, 1 or more.
    public var bytes = 16 << 30
    /// Seconds until an attempt that failed is repeated for the first time; more than 0.
    var firstDelay = 10.0

    /// The program that supervises the downloader, so that no process of it stays; `nil` runs it without one.
    package var supervisor: String?

    /// No downloader.
    public init() {}
}

extension WorkSettings {
    /// The downloader; nil where URLs are not fetched.
    ///
    /// - Throws: `invalidSettings` naming the setting.
    func downloadCommand() throws(MosaicError) -> DownloadCommand? {
        guard let command = downloads.command else { return nil }
        guard !videoRoots.isEmpty else {
            throw MosaicError(
                .invalidSettings, "downloader", "Videos that are fetched need a folder: name a video root.")
        }
        guard isEnabled else {
            throw MosaicError(.invalidSettings, "downloader", "A server that takes nothing in fetches no videos.")
        }
        return try DownloadCommand(parsing: command.text)
    }
}

extension Downloader {
    /// The downloader of the settings, into the first root of videos; nil where URLs are not fetched.
    ///
    /// - Throws: `invalidSettings`.
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
