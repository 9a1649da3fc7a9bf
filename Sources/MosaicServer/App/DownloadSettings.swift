import Mosaic
import MosaicLibrary

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
