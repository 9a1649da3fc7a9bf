import WebVTT

extension DoctorRule where Subject == [ExaminedSheet] {
    /// Sheets that are not where the cues say.
    static var missingSheets: Self {
        Self(
            "missing-sheets", .breaks,
            affected: "No player has anything to show for the cue.",
            fix: "Publish the sheet, or correct its URL: relative ones resolve against the track's."
        ) { sheets, occurrences in
            for sheet in sheets {
                guard case .missing(let reason) = sheet.outcome else { continue }
                occurrences.note(line: sheet.line, "\(sheet.name): \(reason)")
            }
        }
    }
}
