import WebVTT

extension DoctorRule where Subject == [ExaminedSheet] {
    /// Sheets that are no picture, or a damaged one.
    static var unreadableSheets: Self {
        Self(
            "unreadable-sheets", .breaks,
            affected: "No player has anything to show for the cue.",
            fix: "Publish the sheet as JPEG or PNG; look at what the address really delivers."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard case .unreadable(let reason) = sheet.outcome else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name): \(reason)")
            }
        }
    }
}
