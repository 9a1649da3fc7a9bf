/// How much one download may take, and how many are remembered.
package struct DownloadLimits: Hashable, Sendable {
    /// The downloads that stay in the log after their end.
    package static let kept = 1_000
    /// The most that one list tells.
    package static let listed = 1_000

    /// Seconds after which a server that holds a download tells that it lives.
    package static let heartbeat = 15.0
    /// Seconds without a heartbeat after which another server's download counts as abandoned, if its process cannot
    /// be seen.
    static let longestSilence = 180.0

    /// Maximum time of one attempt; more than 0.
    package var time = Duration.seconds(60 * 60)
    /// Bytes that one video may have, 1 or more.
    package var bytes = 16 << 30
    /// The pause between two looks at a running downloader.
    package var pause = Duration.milliseconds(100)
    /// Number of such pauses between two searches for files that are too long, 1 or more.
    static let pausesPerMeasure = 5

    /// How often a failed attempt is repeated.
    package var delays = RetryDelays()

    /// An hour, 16 GiB and three attempts.
    package init() { delays.maximumAttempts = 3 }

    /// Bytes of all files of one attempt: a downloader may have picture and sound beside the video that it joins them in.
    var folderBytes: Int { bytes > .max / 3 ? .max : 2 * bytes + (16 << 20) }
}
