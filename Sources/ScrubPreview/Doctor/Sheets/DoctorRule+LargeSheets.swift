import ImageHeaders
import WebVTT

extension DoctorRule where Subject == [ExaminedSheet] {
    /// Sheets with a side of 2049 to 4096 pixels.
    static var largeSheets: Self {
        Self(
            "large-sheets", .advice,
            affected: "Rokus with 512 MB fail on 10x10 tiles of 320 pixels and take 5x5.",
            fix: "Use fewer tiles on a sheet: sides of at most 2048 pixels."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard let size = sheet.size, (2049...4096).contains(max(size.width, size.height)) else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name) has \(size) pixels.")
            }
        }
    }
}
