package import Mosaic
import MosaicSystem
package import WebVTT

/// The result for one storyboard of a batch.
package struct BatchResult: Hashable, Sendable {
    /// How it ended.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It was composed and published.
        case composed
        /// It is up to date; no file was written.
        case unchanged
        /// It could not be composed.
        case failed
    }

    /// Identifies the storyboard, as far as it is known.
    package struct Label: Hashable, Sendable {
        /// The line of the manifest, counted from 1; nil where there is no manifest.
        package var line: Int?
        /// The storyboard; nil where the line names none.
        package var id: StoryboardID?
        /// The source; nil where the line names none.
        package var source: String?
        /// The line's library, if it has one.
        package var output: String?

        /// Creates the label of a storyboard.
        package init(line: Int? = nil, id: StoryboardID? = nil, source: String? = nil, output: String? = nil) {
            self.line = line
            self.id = id
            self.source = source
            self.output = output
        }
    }

    /// Which one.
    package let label: Label
    /// How it ended.
    package let outcome: Outcome
    /// Why it failed, one sentence; nil where it did not.
    package let reason: String?
    /// Counts of the composition; nil without one.
    package let counts: Counts?
    /// Its tiles that show no picture; nil where it failed, or where the number is unknown.
    package let placeholders: Placeholders?
    /// Seconds from its begin to its end.
    package internal(set) var seconds: Double
    /// The film that it is made of; nil for a folder of screenshots.
    package internal(set) var film: Film?
    /// The results for media servers; empty without any.
    package internal(set) var servers: [ServerPublication] = []

    /// A film of a batch.
    package struct Film: Hashable, Sendable {
        /// Its length in bytes.
        package let bytes: Int
        /// Its playing time; nil where it is unknown.
        package let duration: Timestamp?

        /// Describes a film.
        package init(bytes: Int, duration: Timestamp?) {
            self.bytes = bytes
            self.duration = duration
        }
    }

    /// Counts of a composition.
    package struct Counts: Hashable, Sendable {
        /// Tiles of the storyboard.
        package let tiles: Int
        /// Tiles that were moved from the earlier publication.
        package let reusedTiles: Int
        /// Sheets of the storyboard.
        package let sheets: Int
        /// Bytes of its sheets.
        package let bytes: Int

        init(_ composition: Composition) {
            tiles = composition.storyboard.tiles.count
            reusedTiles = composition.reusedTiles
            sheets = composition.storyboard.sheets.count
            bytes = composition.storyboard.sheets.reduce(0) { $0 + $1.bytes }
        }
    }

    /// The storyboard's playing time; nil where it failed, or where it is unknown.
    let duration: Timestamp?

    private init(
        _ label: Label, _ outcome: Outcome, reason: String? = nil, counts: Counts? = nil,
        placeholders: Placeholders? = nil, duration: Timestamp? = nil
    ) {
        self.duration = duration
        self.label = label
        self.outcome = outcome
        self.reason = reason
        self.counts = counts
        self.placeholders = placeholders
        seconds = 0
    }

    static func composed(_ label: Label, _ composition: Composition) -> BatchResult {
        BatchResult(
            label, .composed, counts: Counts(composition), placeholders: composition.storyboard.placeholders,
            duration: composition.storyboard.duration)
    }

    static func unchanged(
        _ label: Label, _ placeholders: Placeholders?, duration: Timestamp? = nil
    ) -> BatchResult {
        BatchResult(label, .unchanged, placeholders: placeholders, duration: duration)
    }

    /// A storyboard that could not be composed, or could not be begun.
    package static func failed(_ label: Label, _ error: any Error) -> BatchResult {
        BatchResult(label, .failed, reason: "\(error)")
    }
}

extension BatchResult: Encodable {
    private enum Key: String, CodingKey {
        case line, id, source, output, result, error, tiles, placeholders, sheets, bytes, published
        case reusedTiles = "reused_tiles"
        case placeholderReasons = "placeholder_reasons"
        case elapsed = "elapsed_ms"
        case filmDuration = "film_ms"
    }

    /// Writes the result as one JSON object; the time in whole milliseconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(label.line, forKey: .line)
        try container.encodeIfPresent(label.id, forKey: .id)
        try container.encodeIfPresent(label.source, forKey: .source)
        try container.encodeIfPresent(label.output, forKey: .output)
        try container.encode(outcome.rawValue, forKey: .result)
        try container.encodeIfPresent(reason, forKey: .error)
        try container.encodeIfPresent(counts?.tiles, forKey: .tiles)
        try container.encodeIfPresent(counts?.reusedTiles, forKey: .reusedTiles)
        try container.encodeIfPresent(placeholders?.count, forKey: .placeholders)
        try container.encodeIfPresent(placeholders?.reasonsIfAny, forKey: .placeholderReasons)
        try container.encodeIfPresent(counts?.sheets, forKey: .sheets)
        try container.encodeIfPresent(counts?.bytes, forKey: .bytes)
        try container.encodeIfPresent(film?.duration, forKey: .filmDuration)
        if !servers.isEmpty { try container.encode(servers, forKey: .published) }
        try container.encode(Int((seconds * 1_000).rounded()), forKey: .elapsed)
    }
}

extension BatchResult {
    /// Whether the disk is full, so that every later storyboard would fail, too.
    package var isDiskFull: Bool {
        let words = [SystemFailure.diskFull, .quotaExceeded].map(\.description)
        return reason.map { reason in words.contains { reason.lowercased().contains($0) } } ?? false
    }
}
