package import WebVTT

/// A playlist of segments, as far as pictures need it: images, or the I-frames of a video.
package struct HLSMediaPlaylist: Hashable, Sendable {
    /// One resource or a part of one.
    package struct Segment: Hashable, Sendable {
        /// The line of the URI, counted from 1.
        package let line: Int
        package let uri: String
        /// Where it starts: the sum of the durations before it, to the nearest millisecond.
        package let start: Timestamp
        /// The time to the next segment; starts and durations add up without drift.
        package let duration: Timestamp
        /// How the resource is divided; nil for one picture.
        package let tiles: HLSImagePlaylist.Tiles?
        /// Offsets in the resource; nil for the whole.
        package let range: Range<Int>?
        package let isGap: Bool
    }

    /// The resource of an `EXT-X-MAP` and the offsets in it; `nil` for the whole resource.
    package struct Map: Hashable, Sendable {
        package let uri: String
        package let range: Range<Int>?
    }

    /// Whether `EXT-X-IMAGES-ONLY` stands in it.
    package internal(set) var isImagesOnly = false
    /// Whether `EXT-X-I-FRAMES-ONLY` stands in it.
    package internal(set) var isIFramesOnly = false
    /// Whether `EXT-X-ENDLIST` stands in it: nothing is added later.
    package internal(set) var isComplete = false
    /// `EXT-X-TARGETDURATION`, whole seconds; nil where it is missing.
    package internal(set) var targetDuration: Int?
    package internal(set) var map: Map?
    package internal(set) var segments: [Segment] = []

    /// Where the last segment ends.
    package var end: Timestamp {
        segments.last.map { Timestamp(milliseconds: $0.start.milliseconds + $0.duration.milliseconds) } ?? .zero
    }
}
