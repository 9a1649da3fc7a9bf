public import WebVTT

/// A cue that shows no picture.
public struct SkippedCue: Hashable, Sendable {
    /// When it would have begun.
    public let start: Timestamp
    /// Why, in one sentence.
    public let reason: String
}
