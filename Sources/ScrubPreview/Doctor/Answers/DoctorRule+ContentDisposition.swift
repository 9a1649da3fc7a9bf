import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Answers that are meant to be saved, not shown.
    static var contentDisposition: Self {
        Self(
            "content-disposition", .advice,
            affected: "Browsers that open the address download the file instead of showing it.",
            fix: "Leave Content-Disposition out."
        ) { answers, occurrences in
            for answer in answers where answer.isFound {
                guard let disposition = answer.headers["Content-Disposition"],
                    disposition.lowercased().hasPrefix("attachment")
                else { continue }
                occurrences.note(line: answer.line, "\(answer.name.quoted) is sent as an attachment.")
            }
        }
    }
}
