import Foundation
import HTTPFetching
import PlayerFormats
import WebOrigins
import WebVTT

/// Rules on access: status, cross-origin access and redirects.
extension DoctorRule where Subject == [ExaminedAnswer] {
    /// The server responds to the request for the track with a status other than 200.
    static var trackStatus: Self {
        Self(
            "track-status", .breaks,
            affected: "No player has anything to show.",
            fix: "Correct the address, or publish the track there: it has to answer with status 200, without a session."
        ) { answers, occurrences in
            for answer in answers where answer.role == .track && !answer.isFound {
                let address = answer.exchange.requestedURL.absoluteString.prefix { $0 != "?" && $0 != "#" }
                occurrences.note("The server answers \(address) with status \(answer.exchange.status).")
            }
        }
    }

    /// Responses, including redirects, that scripts on another origin must not read.
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

    /// A resource policy that forbids embedding on another origin.
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

    /// Responses without a resource policy.
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

    /// Files that are reached only through redirects.
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

/// Rules on the addresses of track and sheets.
extension DoctorRule where Subject == [NamedAddress] {
    /// URLs with http on an https page.
    static var insecureAddresses: Self {
        Self(
            "insecure-addresses", .breaks,
            affected: "On https pages browsers load no track over http, and ask for pictures over https instead or not "
                + "at all, in any player.",
            fix: "Serve track and sheets over https and name them so."
        ) { addresses, occurrences in
            for address in addresses where address.pageOrigin.lowercased().hasPrefix("https:") {
                // Browsers treat loopback addresses as secure.
                guard address.url.scheme?.lowercased() == "http", !HostName(ofURL: address.host).isLoopback else {
                    continue
                }
                occurrences.note(line: address.line, "\(address.url.subjectName.quoted) is named over http.")
            }
        }
    }

    /// Sheets on hosts that are not public, unless it is the track's host.
    static var privateHosts: Self {
        Self(
            "private-hosts", .breaks,
            affected: "Browsers elsewhere cannot reach the sheet, in any player.",
            fix: "Name the host that readers know; behind a gateway that is its public name."
        ) { addresses, occurrences in
            for address in addresses {
                // A track on a private host is examined from inside its network.
                guard address.host != address.trackHost, HostName(ofURL: address.host).isPrivate else { continue }
                occurrences.note(
                    line: address.line,
                    "\(address.url.subjectName.quoted) is on \(address.host.quoted), which is not a public host.")
            }
        }
    }
}

/// A URL that a player has to reach: the track's URL, or the absolute URL of a sheet or playlist in the track.
struct NamedAddress: Sendable {
    /// First line of the track that refers to the URL, from 1; nil for the track itself and in JSON.
    let line: Int?
    /// The URL, http or https.
    let url: URL
    /// Host of the track; nil if the track is a file.
    let trackHost: String?
    /// Origin of the page that the simulated player is on.
    let pageOrigin: String

    /// Host without brackets, in lower case.
    var host: String { (url.host(percentEncoded: false) ?? "").lowercased() }

    /// The track's URL and the absolute URLs of sheets and playlists in the track, all only if they are http or https.
    static func list(_ sheets: [NamedSheet], track: URL, pageOrigin: String) -> [NamedAddress] {
        func address(_ url: URL?, line: Int?) -> NamedAddress? {
            guard let url, Origin(url) != nil else { return nil }
            return NamedAddress(
                line: line, url: url, trackHost: track.host(percentEncoded: false)?.lowercased(),
                pageOrigin: pageOrigin)
        }
        let whole = sheets.filter { URLForm($0.url) == .absolute }
        return [address(track, line: nil)].compactMap(\.self)
            + whole.compactMap { address(URL(string: $0.url), line: $0.tiles.first?.line ?? nil) }
    }
}

/// A server's response to a request that was sent like the request of a player on a page.
struct ExaminedAnswer: Sendable {
    /// The use of the file in a player.
    enum Role: Sendable {
        case track, sheet
        /// The file with the frames of a playlist.
        case video
    }

    let role: Role
    /// First line of the track that refers to the file, from 1; nil for the track itself and in JSON.
    let line: Int?
    /// Origin of the page that the simulated player is on, as in an `Origin` header field: `https://player.example`.
    let pageOrigin: String
    /// The request and its response.
    let exchange: HTTPExchange

    /// The file's name in messages.
    var name: String { exchange.requestedURL.subjectName }
    var headers: HTTPHeaders { exchange.headers }
    /// Whether the page and all responding servers have the same origin, so that the browser does not check
    /// permissions.
    var isSameOrigin: Bool {
        guard let page = URL(string: pageOrigin).flatMap(Origin.init) else { return false }
        return (exchange.hops.map(\.url) + [exchange.finalURL]).allSatisfy { Origin($0) == page }
    }

    /// Whether the status is 200. The other rules do not apply to error pages.
    var isFound: Bool { exchange.status == 200 }

    /// Media type without parameters, in lower case; nil if the response has no content type.
    var mediaType: String? {
        headers["Content-Type"].map {
            ($0.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
        }
    }

    /// Kind of the body, detected from its content.
    var content: FileKind { FileKind(sniffing: exchange.body) }
    var isJSON: Bool { content == .json }
}

extension Sequence<ExaminedAnswer> {
    /// The successful responses with files of one role.
    func found(_ role: ExaminedAnswer.Role) -> [ExaminedAnswer] {
        filter { $0.isFound && $0.role == role }
    }
}
