import Mosaic
import WebVTT

/// Counts the results of a batch.
package struct BatchSummary: Hashable, Sendable, Encodable {
    /// Maximum number of recorded reasons.
    private static let reasonsKept = 5

    /// Storyboards that were composed.
    package private(set) var composed = 0
    /// Storyboards that were up to date.
    package private(set) var unchanged = 0
    /// Storyboards that could not be composed.
    package private(set) var failed = 0
    /// Tiles of composed storyboards.
    package private(set) var tiles = 0
    /// Tiles among them that were moved from earlier publications.
    package private(set) var reusedTiles = 0
    /// Films among the composed and the unchanged storyboards; nil without any.
    package private(set) var films: Int?
    /// Their playing time in milliseconds, as far as it is known; nil without films.
    package private(set) var filmDuration: Int64?
    /// The first failures, each with the storyboard's name.
    package private(set) var reasons: [String] = []
    /// Tiles that show no picture, of composed and unchanged storyboards.
    package private(set) var placeholders = 0
    /// Storyboards that have such tiles.
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

    /// An empty summary.
    package init() {}

    /// All results.
    package var total: Int { composed + unchanged + failed }

    /// Counts a result.
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
        // The reason may begin with the last part of the name.
        let sentence = !subject.isEmpty && reason.hasPrefix(subject) ? String(reason.dropFirst(subject.count)) : reason
        reasons.append(name.map { "\($0): \(sentence)" } ?? reason)
    }
}
