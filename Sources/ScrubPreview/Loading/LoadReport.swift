public import Foundation
public import WebVTT

/// Facts about a loaded track.
public struct LoadReport: Hashable, Sendable {
    /// The format of a track's file.
    public enum Format: String, Sendable, CaseIterable {
        /// Cues with media fragments.
        case webVTT
        /// A storyboard as Mux and Vidstack write it.
        case storyboardJSON
    }

    /// The address that answered in the end; relative sheet addresses are resolved against it.
    public let finalURL: URL
    /// The format of the file.
    public let format: Format
    /// Cues in the file.
    public let cueCount: Int
    /// Thumbnails kept, at most the number set.
    public let thumbnailCount: Int
    /// Faults that lenient reading repaired, in the order of lines.
    public let repairs: [Repair]
    /// Cues that show no picture, the first hundred of them.
    public let skipped: [SkippedCue]
}

/// A cue that shows no picture.
public struct SkippedCue: Hashable, Sendable {
    /// When it would have begun.
    public let start: Timestamp
    /// Why, in one sentence.
    public let reason: String
}
