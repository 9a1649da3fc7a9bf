import Foundation
import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Redirects from https to http.
    static var insecureRedirects: Self {
        Self(
            "insecure-redirects", .breaks,
            affected: "Browsers refuse the file on https pages, in whatever player.",
            fix: "Redirect to https."
        ) { answers, occurrences in
            for answer in answers {
                let steps = answer.exchange.hops.map { ($0.url.scheme, $0.location.scheme) }
                if steps.contains(where: { $0?.lowercased() == "https" && $1?.lowercased() == "http" }) {
                    occurrences.note(line: answer.line, "\(answer.name.quoted) is redirected from https to http.")
                }
            }
        }
    }
}
