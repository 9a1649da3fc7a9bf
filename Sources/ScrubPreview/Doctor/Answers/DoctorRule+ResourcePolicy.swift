import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Answers without a resource policy.
    static var resourcePolicy: Self {
        Self(
            "resource-policy", .advice,
            affected: "Video.js v10 shows nothing on cross-origin isolated pages.",
            fix: "Send Cross-Origin-Resource-Policy: cross-origin."
        ) { answers, occurrences in
            for answer in answers where answer.isFound && answer.headers["Cross-Origin-Resource-Policy"] == nil {
                occurrences.note(
                    line: answer.line, "\(answer.name.quoted) comes without Cross-Origin-Resource-Policy.")
            }
        }
    }
}
