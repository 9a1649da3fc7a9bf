import ImageHeaders
import WebVTT

extension DoctorRule where Subject == [ExaminedSheet] {
    /// Sheets with a side of more than 4096 pixels.
    static var oversizedSheets: Self {
        Self(
            "oversized-sheets", .breaks,
            affected: "Android players show nothing where textures end at 4096 pixels; Safari on iOS refuses canvases "
                + "past 16 777 216.",
            fix: "Use fewer tiles on a sheet: sides of at most 2048 pixels."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard let size = sheet.size, max(size.width, size.height) > 4096 else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name) has \(size) pixels.")
            }
        }
    }
}
