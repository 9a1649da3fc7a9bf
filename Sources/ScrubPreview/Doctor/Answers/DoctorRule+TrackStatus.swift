import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// A track that the server does not hand out.
    static var trackStatus: Self {
        Self(
            "track-status", .breaks,
            affected: "No player has anything to show.",
            fix: "Make the address answer with status 200, to readers without a session, too."
        ) { answers, occurrences in
            for answer in answers where answer.role == .track && !answer.isFound {
                occurrences.note("The server answers \(answer.name.quoted) with status \(answer.exchange.status).")
            }
        }
    }
}
