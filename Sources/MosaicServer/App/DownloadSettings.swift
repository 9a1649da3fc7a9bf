/// How a server fetches the videos of URLs: by a program that its operator names.
public struct DownloadSettings: Sendable {
    /// The downloader's program and arguments as a JSON array of texts, in which `{url}` and `{path}` stand for what to
    /// fetch and where to put it; nil fetches nothing. No shell reads it.
    public var command: String?
    /// Downloads at a time, 1 or more.
    public var concurrency = 1
    /// Seconds that one download may take, 1 or more.
    public var seconds = 60 * 60
    /// Bytes that one video may have, 1 or more.
    public var bytes = 16 << 30

    /// No downloader.
    public init() {}
}
