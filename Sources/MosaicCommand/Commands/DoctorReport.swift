import CommandSupport
import TrackDoctor
import WebVTT

/// The report of `doctor`: sentences for people, keys for scripts.
struct DoctorReport: Report {
    private struct Line: Encodable {
        let rule: String
        let severity: String
        let line: Int?
        let count: Int
        let affected: String
        let fix: String
        let occurrences: [Place]

        init(_ finding: Finding) {
            rule = finding.rule
            severity = finding.severity.rawValue
            line = finding.line
            count = finding.count
            affected = finding.affected
            fix = finding.fix
            occurrences = finding.occurrences.map { Place(line: $0.line, message: $0.message) }
        }
    }

    private struct Place: Encodable {
        let line: Int?
        let message: String
    }

    private let track: String
    private let cues: Int
    private let sheets: Int
    private let examinedSheets: Int
    private let breaks: Int
    private let advice: Int
    private let findings: [Line]
    /// One sentence on the players that read the format; nil for WebVTT and JSON.
    private let readers: String?

    init(_ checkup: Checkup, track: String) {
        self.track = track
        cues = checkup.cueCount
        sheets = checkup.sheetCount
        examinedSheets = checkup.examinedSheetCount
        findings = checkup.diagnosis.findings.map(Line.init)
        readers = checkup.readers
        breaks = checkup.diagnosis.findings.count { $0.severity == .breaks }
        advice = findings.count - breaks
    }

    private enum CodingKeys: String, CodingKey {
        case track, cues, sheets, breaks, advice, findings, readers
        case examinedSheets = "examined_sheets"
    }

    /// One paragraph for each finding, and a verdict.
    var summary: String? { (findings.map(paragraph) + [verdict]).joined(separator: "\n\n") }

    private func paragraph(_ finding: Line) -> String {
        // Three occurrences are enough to show a fault of the whole file.
        let shown = finding.occurrences.prefix(3)
        var lines = ["\(finding.severity)  \(finding.rule): \(finding.affected)"]
        lines += shown.map { place in
            "        \(place.line.map { "line \($0): " } ?? "")\(place.message)"
        }
        if finding.count > shown.count { lines.append("        and \(finding.count - shown.count) more") }
        return (lines + ["        Fix: \(finding.fix)"]).joined(separator: "\n")
    }

    private var verdict: String {
        let looked = examinedSheets < sheets ? " (\(examinedSheets) of them looked at)" : ""
        var parts: [String] = []
        if breaks > 0 { parts.append("\(breaks) \(breaks == 1 ? "thing breaks" : "things break") players") }
        if advice > 0 { parts.append("\(advice) \(advice == 1 ? "is" : "are") advice") }
        let outcome = parts.isEmpty ? "no faults found" : parts.joined(separator: ", ")
        // A multivariant playlist has no pictures, and a BIF file has no sheets.
        if sheets == 0, cues == 0, breaks == 0 {
            return "\(track): \(outcome). It holds no pictures itself.\(readers.map { " \($0)" } ?? "")"
        }
        let pictures = sheets == 0 && cues > 0 ? "picture" : "cue"
        let places = sheets == 0 && cues > 0 ? "" : " on \(sheets) \(sheets == 1 ? "sheet" : "sheets")"
        let size = "\(cues) \(pictures)\(cues == 1 ? "" : "s")\(places)"
        return "\(track), \(size)\(looked): \(outcome).\(readers.map { " \($0)" } ?? "")"
    }
}
