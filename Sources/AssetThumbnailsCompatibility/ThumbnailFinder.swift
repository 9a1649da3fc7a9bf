/// Finds the picture for a playback time by the rule of the closest subsequent cue.
///
/// The rule selects the first cue that starts at the time or later, and the last cue after the last start. A time after
/// the start of a cue therefore gives the next cue's picture, as apps written for this interface expect.
public final class ThumbnailFinder<Image> {
    /// Pictures by start time of their cue, in milliseconds.
    public let imageMap: [Int32: Image]
    /// Start times in milliseconds, ascending.
    public let cues: [Int32]

    /// Creates a finder from the result of ``ThumbnailDownloader/thumbnails()``.
    public init(imageMap: [Int32: Image], cues: [Int32]) {
        self.imageMap = imageMap
        self.cues = cues
    }

    /// The picture for a time in seconds, truncated to whole milliseconds; O(log n).
    ///
    /// - Returns: Nil for NaN, without cues, and if the cue has no picture in ``imageMap``. A time outside the range of
    ///   32 bits of milliseconds, about 24.8 days, is clamped.
    public func findFor(time: Float) -> Image? {
        guard let milliseconds = Int32(saturating: time * 1000), let last = cues.last else { return nil }
        let index = cues.partitionPoint { $0 < milliseconds }
        return imageMap[index < cues.count ? cues[index] : last]
    }
}

extension ThumbnailFinder: Sendable where Image: Sendable {}

extension Int32 {
    /// Truncates to an integer and clamps to the range; nil for NaN.
    init?(saturating value: Float) {
        guard !value.isNaN else { return nil }
        // 2^31 is a Float, but the largest Int32 is not.
        self = value >= 0x1p31 ? .max : value <= -0x1p31 ? .min : Int32(value)
    }
}

extension [Int32] {
    /// Number of leading elements that satisfy a condition. No element after them may satisfy it.
    fileprivate func partitionPoint(_ belongs: (Int32) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
