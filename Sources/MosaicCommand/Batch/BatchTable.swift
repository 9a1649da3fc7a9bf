import Foundation
import Mosaic
import MosaicConsole
import MosaicLibrary

/// The summary of `batch`: a table for people, keys for scripts.
struct BatchTable: Encodable {
    let composed: Int
    let unchanged: Int
    let failed: Int
    let tiles: Int
    let reusedTiles: Int
    /// Milliseconds from the first storyboard to the end.
    let elapsed: Int
    let storyboardsPerSecond: Double
    let reasons: [String]
    let placeholders: Int
    let storyboardsWithPlaceholders: Int
    let placeholderReasons: [String]
    /// Whether it was stopped before its end.
    let isIncomplete: Bool
    /// The file that has every result; nil without one.
    private let report: String?

    init(_ summary: BatchSummary, seconds: Double, isIncomplete: Bool, report: String?) {
        composed = summary.composed
        unchanged = summary.unchanged
        failed = summary.failed
        tiles = summary.tiles
        reusedTiles = summary.reusedTiles
        elapsed = Int((seconds * 1_000).rounded())
        // Failures take hardly any time and are no work.
        storyboardsPerSecond = Self.rounded(Double(composed + unchanged) / max(seconds, 0.001))
        self.report = report
        reasons = summary.reasons
        placeholders = summary.placeholders
        storyboardsWithPlaceholders = summary.storyboardsWithPlaceholders
        placeholderReasons = summary.placeholderReasons
        self.isIncomplete = isIncomplete
    }

    /// Lines of a table; each failure that is kept has one.
    var lines: [String] {
        var lines = [
            "composed   \(composed)" + (tiles > 0 ? "  (\(tiles) tiles, \(reusedTiles) of them moved)" : "")
                + (placeholders > 0 ? ", \(placeholderCount)" : ""),
            "unchanged  \(unchanged)",
            "failed     \(failed)",
        ]
        lines += failures
        let rate = composed + unchanged > 0 ? ", \(storyboardsPerSecond) storyboards/s" : ""
        lines.append("time       \(Self.rounded(Double(elapsed) / 1_000)) s\(rate)")
        return lines
    }

    /// One line on tiles that show no picture; nil without any.
    var warning: String? {
        guard placeholders > 0 else { return nil }
        let first = placeholderReasons.first.map { ", first " + TerminalText.harmless($0) } ?? "."
        return placeholderCount + first
    }

    private var placeholderCount: String {
        "\(placeholders) \(placeholders == 1 ? "placeholder" : "placeholders") in \(storyboardsWithPlaceholders) "
            + (storyboardsWithPlaceholders == 1 ? "storyboard" : "storyboards")
    }

    /// The first failures, and how many more there are.
    var failures: [String] {
        let more = failed - reasons.count
        return reasons.map { "           " + TerminalText.harmless($0) }
            + (more > 0 ? ["           and \(more) more; \(report.map { "see \($0)" } ?? "--report names all")"] : [])
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private enum CodingKeys: String, CodingKey {
        case composed, unchanged, failed, tiles, placeholders
        case reasons = "errors"
        case reusedTiles = "reused_tiles"
        case storyboardsWithPlaceholders = "storyboards_with_placeholders"
        case placeholderReasons = "placeholder_reasons"
        case elapsed = "elapsed_ms"
        case storyboardsPerSecond = "storyboards_per_second"
        case isIncomplete = "incomplete"
    }
}
