package import Mosaic
import MosaicSystem
package import WebVTT

/// The result for one storyboard of a batch.
package struct BatchResult: Hashable, Sendable {
    /// How the work on the storyboard ended.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The storyboard was composed and published.
        case composed
        /// The storyboard was up to date; no file was written.
        case unchanged
        /// The storyboard could not be composed.
        case failed
    }

    /// Identifies a storyboard, as far as known.
    package struct Label: Hashable, Sendable {
        /// Line of the manifest, from 1; nil without a manifest.
        package var line: Int?
        /// Id of the storyboard; nil if unknown.
        package var id: StoryboardID?
        /// Path or address of the source; nil if unknown.
        package var source: String?
        /// Library of the manifest line; nil if the line has none.
        package var output: String?

        package init(line: Int? = nil, id: StoryboardID? = nil, source: String? = nil, output: String? = nil) {
            self.line = line
            self.id = id
            self.source = source
            self.output = output
        }
    }

    /// Identifies the storyboard.
    package let label: Label
    package let outcome: Outcome
    /// Why the storyboard could not be composed, one sentence; otherwise nil.
    package let reason: String?
    /// Counts of the composition; nil if the storyboard was not composed.
    package let counts: Counts?
    /// Tiles that show no picture; nil if the storyboard could not be composed or the number is unknown.
    package let placeholders: Placeholders?
    /// Duration of the work in seconds.
    package internal(set) var seconds: Double
    /// The film that the storyboard is made of; nil for other sources, and if the film was not examined.
    package internal(set) var film: Film?
    /// The results for media servers; empty for other sources than films, after a failure and without media servers.
    package internal(set) var servers: [ServerPublication] = []

    /// A film of a batch.
    package struct Film: Hashable, Sendable {
        /// Size of the file in bytes; 0 if it is missing.
        package let bytes: Int
        /// Playing time; nil if unknown.
        package let duration: Timestamp?

        package init(bytes: Int, duration: Timestamp?) {
            self.bytes = bytes
            self.duration = duration
        }
    }

    /// Counts of a composition.
    package struct Counts: Hashable, Sendable {
        package let tiles: Int
        /// Tiles copied from the earlier publication.
        package let reusedTiles: Int
        package let sheets: Int
        /// Bytes of all sheets, without the sheets of further widths.
        package let bytes: Int

        init(_ composition: Composition) {
            tiles = composition.storyboard.tiles.count
            reusedTiles = composition.reusedTiles
            sheets = composition.storyboard.sheets.count
            bytes = composition.storyboard.sheets.reduce(0) { $0 + $1.bytes }
        }
    }

    /// Playing time of the storyboard; nil if the storyboard could not be composed or the time is unknown.
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

    /// The result for a film whose storyboard and files for `servers` are known to be up to date.
    package static func upToDate(_ label: Label, on servers: [MediaServer]) -> BatchResult {
        var result = unchanged(label, nil)
        result.servers = servers.map { ServerPublication($0, in: "", []) }
        return result
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

    /// Writes the result as one JSON object. Times are in whole milliseconds.
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
    /// Whether the disk was full or its quota exceeded, so that every later storyboard would fail, too.
    package var isDiskFull: Bool {
        let words = [SystemFailure.diskFull, .quotaExceeded].map(\.description)
        return reason.map { reason in words.contains { reason.lowercased().contains($0) } } ?? false
    }
}

/// Counts the results of a batch.
package struct BatchSummary: Hashable, Sendable, Encodable {
    /// Maximum number of recorded reasons.
    private static let reasonsKept = 5

    /// Number of composed storyboards.
    package private(set) var composed = 0
    /// Number of storyboards that were up to date.
    package private(set) var unchanged = 0
    /// Number of storyboards that could not be composed.
    package private(set) var failed = 0
    /// Number of tiles of composed storyboards.
    package private(set) var tiles = 0
    /// Tiles of composed storyboards that were copied from earlier publications.
    package private(set) var reusedTiles = 0
    /// Number of films among the composed and unchanged storyboards; nil without any.
    package private(set) var films: Int?
    /// Total playing time of these films in milliseconds, as far as known; nil without films.
    package private(set) var filmDuration: Int64?
    /// The first reasons of failures, each with the storyboard's name.
    package private(set) var reasons: [String] = []
    /// Placeholders of composed and unchanged storyboards.
    package private(set) var placeholders = 0
    /// Number of storyboards with placeholders.
    package private(set) var storyboardsWithPlaceholders = 0
    /// The first reasons for placeholders, each with the storyboard's name.
    package private(set) var placeholderReasons: [String] = []

    private enum CodingKeys: String, CodingKey {
        case composed, unchanged, failed, tiles, placeholders, films
        case servers = "published"
        case reasons = "errors"
        case reusedTiles = "reused_tiles"
        case storyboardsWithPlaceholders = "storyboards_with_placeholders"
        case placeholderReasons = "placeholder_reasons"
        case filmDuration = "film_ms"
    }

    /// The results for media servers; `nil` without any.
    package private(set) var servers: ServerSummary?

    package init() {}

    /// Number of all results.
    package var total: Int { composed + unchanged + failed }

    /// Adds a result to the counts.
    package mutating func add(_ result: BatchResult) {
        switch result.outcome {
        case .composed: composed += 1
        case .unchanged: unchanged += 1
        case .failed:
            failed += 1
            if let reason = result.reason { Self.keep(reason, of: result, in: &reasons) }
        }
        let name = result.label.source ?? result.label.id?.rawValue
        for publication in result.servers { servers = (servers ?? ServerSummary()).adding(publication, of: name) }
        tiles += result.counts?.tiles ?? 0
        reusedTiles += result.counts?.reusedTiles ?? 0
        if let film = result.film, result.outcome != .failed {
            films = (films ?? 0) + 1
            filmDuration = (filmDuration ?? 0) + (film.duration?.milliseconds ?? 0)
        }
        guard let found = result.placeholders, found.count > 0 else { return }
        placeholders += found.count
        storyboardsWithPlaceholders += 1
        for reason in found.reasons { Self.keep(reason, of: result, in: &placeholderReasons) }
    }

    private static func keep(_ reason: String, of result: BatchResult, in reasons: inout [String]) {
        guard reasons.count < reasonsKept else { return }
        let name = result.label.source ?? result.label.id?.rawValue
        let subject = result.label.source.map(FolderPath.name(of:)).map { "\($0): " } ?? ""
        // Avoids a duplicate: the reason may begin with the last part of the name.
        let sentence = !subject.isEmpty && reason.hasPrefix(subject) ? String(reason.dropFirst(subject.count)) : reason
        let text = name.map { "\($0): \(sentence)" } ?? reason
        let line = result.label.line.map { "line \($0): " } ?? ""
        reasons.append(text.contains(line) ? text : line + text)
    }
}
