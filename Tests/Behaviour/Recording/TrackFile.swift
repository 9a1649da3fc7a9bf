import Foundation
import Testing

/// A published track as a player reads it, with the sheets that it names.
struct TrackFile {
    /// Sheets in the order of the cues, each once.
    let sheets: [String]
    let cues: Int

    /// Reads a track and its sheets; fails if one of them is torn or missing.
    init(in folder: String, of workplace: Workplace) throws {
        let text = try workplace.text("\(folder)/thumbnails.vtt")
        var blocks = text.split(separator: "\n\n")
        try #require(blocks.first == "WEBVTT" && text.hasSuffix("\n"), "\(folder): \(text)")
        blocks.removeFirst()
        var sheets: [String] = []
        var last: Substring = "00:00:00.000"
        for block in blocks {
            let cue = try #require(
                block.trimmingCharacters(in: .newlines).wholeMatch(
                    of: /(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n([^#\n]+)#xywh=\d+,\d+,\d+,\d+/),
                "\(folder): \(block)")
            // No gaps: a cue begins where the last one ends.
            try #require(cue.1 == last && cue.1 < cue.2, "\(folder): \(block)")
            last = cue.2
            if sheets.last != String(cue.3) { sheets.append(String(cue.3)) }
        }
        (self.sheets, cues) = (sheets, blocks.count)
        try #require(!sheets.isEmpty && Set(sheets).count == sheets.count, "\(folder): \(text)")
        let sums = try Checksums.values(of: sheets, in: workplace.path(folder))
        for (sheet, sum) in zip(sheets, sums) {
            try #require(sheet.split(separator: ".").dropFirst().first == sum.prefix(32), "\(folder)/\(sheet): \(sum)")
        }
    }
}
