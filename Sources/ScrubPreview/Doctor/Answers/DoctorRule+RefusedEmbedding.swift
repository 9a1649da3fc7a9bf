import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// A resource policy that forbids what a player has to do.
    static var refusedEmbedding: Self {
        Self(
            "refused-embedding", .breaks,
            affected: "Browsers do not show the file on pages of another origin, in whatever player.",
            fix: "Send Cross-Origin-Resource-Policy: cross-origin."
        ) { answers, occurrences in
            for answer in answers where answer.isFound {
                guard let policy = answer.headers["Cross-Origin-Resource-Policy"]?.lowercased(),
                    policy == "same-origin" || policy == "same-site"
                else { continue }
                occurrences.note(line: answer.line, "\(answer.name.quoted) has the resource policy \(policy).")
            }
        }
    }
}
