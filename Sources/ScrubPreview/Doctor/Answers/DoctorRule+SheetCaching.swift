import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Sheets that caches may keep for less than an hour.
    static var sheetCaching: Self {
        Self(
            "sheet-caching", .advice,
            affected: "Players ask the server again while somebody scrubs.",
            fix: "Send Cache-Control: public, max-age=31536000, immutable with sheets whose names change with "
                + "their content."
        ) { answers, occurrences in
            for answer in answers.found(.sheet) {
                guard (CacheControl(answer.headers["Cache-Control"]).freshness ?? 0) < 3600 else { continue }
                occurrences.note(line: answer.line, "\(answer.name.quoted) may not be kept for an hour.")
            }
        }
    }
}
