/// Finds the picture for a playback time by the rule of the closest subsequent cue.
///
/// That is the first cue that starts at the time or after it; past the last one it is the last. A time inside a cue
/// therefore gives the next cue's picture, as apps written against this interface expect.
public final class ThumbnailFinder<Image> {
    /// A picture for each cue.
    public let imageMap: [Int32: Image]
    /// Start times in milliseconds, ascending.
    public let cues: [Int32]

    /// Takes what ``ThumbnailDownloader/thumbnails()`` gave.
    public init(imageMap: [Int32: Image], cues: [Int32]) {
        self.imageMap = imageMap
        self.cues = cues
    }

    /// The picture for a time in seconds, cut off to whole milliseconds; O(log n).
    ///
    /// - Returns: Nil for NaN, and where there are no cues. Times beyond 32 bits of milliseconds, about 24.8 days,
    ///   count as the farthest there is.
    public func findFor(time: Float) -> Image? {
        guard let milliseconds = Int32(saturating: time * 1000), let last = cues.last else { return nil }
        let index = cues.partitionPoint { $0 < milliseconds }
        return imageMap[index < cues.count ? cues[index] : last]
    }
}

extension ThumbnailFinder: Sendable where Image: Sendable {}

extension Int32 {
    /// Cuts the fraction off and clamps; nil for NaN.
    init?(saturating value: Float) {
        guard !value.isNaN else { return nil }
        // 2^31 itself is a Float, and the largest Int32 is not.
        self = value >= 0x1p31 ? .max : value <= -0x1p31 ? .min : Int32(value)
    }
}

extension [Int32] {
    /// The number of leading elements that satisfy a condition; all others do not.
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
