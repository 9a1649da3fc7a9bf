package import WebVTT

/// The facts of a listing about a film, besides its frames.
package struct FilmSummary: Hashable, Sendable {
    /// Its length, or the part of it that is wanted; nil where it is not known.
    package let duration: Timestamp?
    /// The time from one frame to the next; nil where times are listed.
    package let spacing: Timestamp?
    /// Which frames stand for the times.
    package let choice: FrameSelection.Choice
    /// How many frames begin a chapter.
    package let chapters: Int
}
