import Foundation
import HTTPFetching
import WebVTT

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// Answers that scripts on another origin may not read, redirects on the way included.
    static var crossOriginAccess: Self {
        Self(
            "cross-origin-access", .breaks,
            affected: "No player shows thumbnails on pages of another origin.",
            fix: "Send Access-Control-Allow-Origin: * with the track, its sheets and every redirect."
        ) { answers, occurrences in
            for answer in answers where answer.isFound {
                let fields = answer.exchange.hops.map(\.headers) + [answer.headers]
                let allowed = fields.map { $0["Access-Control-Allow-Origin"]?.trimmingCharacters(in: .whitespaces) }
                guard let refused = allowed.first(where: { $0 != "*" && $0 != answer.pageOrigin }) else { continue }
                occurrences.note(
                    line: answer.line,
                    refused.map { "\(answer.name.quoted) may be read by \($0.quoted), not by \(answer.pageOrigin)." }
                        ?? "\(answer.name.quoted) comes without Access-Control-Allow-Origin.")
            }
        }
    }
}
