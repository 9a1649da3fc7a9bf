/// How much one download may take, and how many are remembered.
package struct DownloadLimits: Hashable, Sendable {
    /// The downloads that stay in the log after their end.
    package static let kept = 1_000
    /// The most that one list tells.
    package static let listed = 1_000

    /// Seconds after which a server that holds a download tells that it lives.
    package static let heartbeat = 15.0
    /// Seconds after which a server that has told nothing is taken for a killed one, where that cannot be seen.
    static let longestSilence = 180.0

    /// How long one attempt may take; more than 0.
    package var time = Duration.seconds(60 * 60)
    /// Bytes that one video may have, 1 or more.
    package var bytes = 16 << 30
    /// The pause between two looks at a running downloader.
    package var pause = Duration.milliseconds(100)
    /// How many such pauses lie between two looks for files that are too long, 1 or more.
    static let pausesPerMeasure = 5

    /// How often a failed attempt is repeated.
    package var delays = RetryDelays()

    /// An hour, 16 GiB and three attempts.
    package init() { delays.maximumAttempts = 3 }

    /// Bytes of all files of one attempt: a downloader may have picture and sound beside the video that it joins them in.
    var folderBytes: Int { bytes > .max / 3 ? .max : 2 * bytes + (16 << 20) }
}
