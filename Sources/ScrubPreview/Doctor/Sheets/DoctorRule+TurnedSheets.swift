import ImageHeaders
import WebVTT

extension DoctorRule where Subject == [ExaminedSheet] {
    /// Sheets with an Exif orientation.
    static var turnedSheets: Self {
        Self(
            "turned-sheets", .advice,
            affected: "Browsers turn the sheet and other players may not, so that rectangles hit other tiles.",
            fix: "Store the sheet upright, without Exif data."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard case .picture(let header) = sheet.outcome, header.orientation != .topLeft else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name) is to be turned before it is shown.")
            }
        }
    }
}
