import Foundation
import HTTPFetching
import WebVTT

/// Rules on what the server refuses: to whom, and on the way of which redirects.
extension DoctorRule where Subject == [ExaminedAnswer] {
    /// A track that the server does not hand out.
    static var trackStatus: Self {
        Self(
            "track-status", .breaks,
            affected: "No player has anything to show.",
            fix: "Make the address answer with status 200 without a session, or check a signed link of it."
        ) { answers, occurrences in
            for answer in answers where answer.role == .track && !answer.isFound {
                occurrences.note("The server answers \(answer.name.quoted) with status \(answer.exchange.status).")
            }
        }
    }

    /// Answers that scripts on another origin may not read, redirects on the way included.
    static var crossOriginAccess: Self {
        Self(
            "cross-origin-access", .breaks,
            affected: "No player shows thumbnails on pages of another origin.",
            fix: "Send Access-Control-Allow-Origin: * with the track, its sheets and every redirect; for pages of the "
                + "track's own host, say so by --page-origin."
        ) { answers, occurrences in
            for answer in answers where answer.isFound && !answer.isSameOrigin {
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

    /// A resource policy that forbids what a player has to do.
    static var refusedEmbedding: Self {
        Self(
            "refused-embedding", .breaks,
            affected: "Browsers do not show the file on pages of another origin, in any player.",
            fix: "Send Cross-Origin-Resource-Policy: cross-origin."
        ) { answers, occurrences in
            for answer in answers where answer.isFound && !answer.isSameOrigin {
                guard let policy = answer.headers["Cross-Origin-Resource-Policy"]?.lowercased(),
                    policy == "same-origin" || policy == "same-site"
                else { continue }
                occurrences.note(line: answer.line, "\(answer.name.quoted) has the resource policy \(policy).")
            }
        }
    }

    /// Answers without a resource policy.
    static var resourcePolicy: Self {
        Self(
            "resource-policy", .advice,
            affected: "Video.js v10 shows nothing on cross-origin isolated pages.",
            fix: "Send Cross-Origin-Resource-Policy: cross-origin."
        ) { answers, occurrences in
            for answer in answers
            where answer.isFound && !answer.isSameOrigin && answer.headers["Cross-Origin-Resource-Policy"] == nil {
                occurrences.note(
                    line: answer.line, "\(answer.name.quoted) comes without Cross-Origin-Resource-Policy.")
            }
        }
    }

    /// Redirects from https to http.
    static var insecureRedirects: Self {
        Self(
            "insecure-redirects", .breaks,
            affected: "Browsers refuse the file on https pages, in any player.",
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
