import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Files that are found only at a second address.
    static var redirects: Self {
        Self(
            "redirects", .advice,
            affected: "Every player waits for one more answer, and those that resolve relative URLs against the first "
                + "address miss sheets.",
            fix: "Name the final address."
        ) { answers, occurrences in
            for answer in answers where !answer.exchange.hops.isEmpty {
                let count = answer.exchange.hops.count
                occurrences.note(
                    line: answer.line, "\(answer.name.quoted) takes \(count) \(count == 1 ? "redirect" : "redirects").")
            }
        }
    }
}
