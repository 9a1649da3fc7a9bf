import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// The summary of `batch`, as text or JSON.
struct BatchTable: Encodable {
    let summary: BatchSummary
    /// Milliseconds from the beginning of the batch to its end.
    private let elapsed: Int
    private let storyboardsPerSecond: Double
    /// Whether the batch was stopped before its end.
    let isIncomplete: Bool
    /// Path of the file with every result; nil without one.
    private let report: String?
    /// Number of films in folders of storyboards, which are not composed.
    private let passedFilms: Int

    init(_ summary: BatchSummary, seconds: Double, isIncomplete: Bool, report: String?, passedFilms: Int) {
        self.passedFilms = passedFilms
        self.summary = summary
        elapsed = Int((seconds * 1_000).rounded())
        // Failures take hardly any time, so the rate leaves them out.
        storyboardsPerSecond = Self.rounded(Double(summary.composed + summary.unchanged) / max(seconds, 0.001))
        self.isIncomplete = isIncomplete
        self.report = report
    }

    /// Lines of a table. With `listingFailures`, each recorded failure has a line.
    func lines(listingFailures: Bool = true) -> [String] {
        var lines = [
            "composed   \(summary.composed)"
                + (summary.tiles > 0 ? "  (\(summary.tiles) tiles, \(summary.reusedTiles) of them reused)" : "")
                + (summary.placeholders > 0 ? ", \(placeholderCount)" : ""),
            "unchanged  \(summary.unchanged)",
            "failed     \(summary.failed)",
        ]
        if let films = summary.films {
            lines.append("films      \(films)  (\(Timestamp(milliseconds: summary.filmDuration ?? 0).lengthOfFilm))")
        }
        if passedFilms > 0 {
            lines.append("passed by  \(passedFilms) \(passedFilms == 1 ? "film" : "films") in folders of storyboards")
        }
        if let servers = summary.servers {
            lines.append(
                "servers    \(servers.written) written, \(servers.unchanged) unchanged, \(servers.kept) foreign kept, "
                    + "\(servers.failed) failed")
            lines += servers.remarks.map { "           " + TerminalText.harmless($0) }
            if servers.recodedTiles > 0 {
                lines.append(
                    "           \(servers.recodedTiles) tiles for Jellyfin were decoded and encoded again, because their "
                        + "films were not read")
            }
            if servers.otherOwner > 0 {
                lines.append(
                    "           Files for \(servers.otherOwner) films have another owner or group than the films' folders, "
                        + "which this user may not set")
            }
        }
        if listingFailures { lines += failures }
        let rate = summary.composed + summary.unchanged > 0 ? ", \(storyboardsPerSecond) storyboards/s" : ""
        lines.append("time       \(Self.rounded(Double(elapsed) / 1_000)) s\(rate)")
        return lines
    }

    /// One line on placeholder tiles; nil without any.
    var warning: String? {
        guard summary.placeholders > 0 else { return nil }
        let first = summary.placeholderReasons.first.map { ", first " + TerminalText.harmless($0) } ?? "."
        return placeholderCount + first
    }

    private var placeholderCount: String {
        let (tiles, storyboards) = (summary.placeholders, summary.storyboardsWithPlaceholders)
        return "\(tiles) \(tiles == 1 ? "placeholder" : "placeholders") in \(storyboards) "
            + (storyboards == 1 ? "storyboard" : "storyboards")
    }

    /// The first failures, and the number of further ones.
    var failures: [String] {
        let servers = summary.servers?.reasons ?? []
        let more = summary.failed - summary.reasons.count + (summary.servers?.failed ?? 0) - servers.count
        return (summary.reasons + servers).map { "           " + TerminalText.harmless($0) }
            + (more > 0 ? ["           and \(more) more; \(report.map { "see \($0)" } ?? "--report names all")"] : [])
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private enum CodingKeys: String, CodingKey {
        case elapsed = "elapsed_ms"
        case storyboardsPerSecond = "storyboards_per_second"
        case isIncomplete = "incomplete"
        case passedFilms = "passed_by"
    }

    /// Encodes the counts and the values of the run as one object.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(elapsed, forKey: .elapsed)
        try container.encode(storyboardsPerSecond, forKey: .storyboardsPerSecond)
        try container.encode(isIncomplete, forKey: .isIncomplete)
        if passedFilms > 0 { try container.encode(passedFilms, forKey: .passedFilms) }
    }
}
