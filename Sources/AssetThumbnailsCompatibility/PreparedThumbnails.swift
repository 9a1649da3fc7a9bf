/// The thumbnails of an asset, and when each is shown.
public struct PreparedThumbnails<Image> {
    /// A picture for each start time, in milliseconds.
    public let thumbnailDictionary: [Int32: Image]
    /// The start times in milliseconds, ascending, each once.
    public let startTimes: [Int32]
}

extension PreparedThumbnails: Sendable where Image: Sendable {}
