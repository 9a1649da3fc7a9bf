import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Sheets that are not called images.
    static var sheetContentType: Self {
        Self(
            "sheet-content-type", .advice,
            affected: "Browsers have to guess what the file is; for text types they refuse to on pages of another "
                + "origin.",
            fix: "Send Content-Type: image/jpeg, or what the sheet is."
        ) { answers, occurrences in
            for answer in answers.found(.sheet) where answer.mediaType?.hasPrefix("image/") != true {
                let type = answer.headers["Content-Type"] ?? "none"
                occurrences.note(line: answer.line, "\(answer.name.quoted) has the content type \(type.quoted).")
            }
        }
    }
}
