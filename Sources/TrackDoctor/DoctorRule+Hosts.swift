import Foundation
import HTTPFetching
import WebOrigins
import WebVTT

/// Rules on the addresses of track and sheets.
extension DoctorRule where Subject == [NamedAddress] {
    /// http for a page of https.
    static var insecureAddresses: Self {
        Self(
            "insecure-addresses", .breaks,
            affected: "On https pages browsers load no track over http, and ask for pictures over https instead or not "
                + "at all, in any player.",
            fix: "Serve track and sheets over https and name them so."
        ) { addresses, occurrences in
            for address in addresses where address.pageOrigin.lowercased().hasPrefix("https:") {
                // Browsers take this machine's own addresses for as secure as https.
                guard address.url.scheme?.lowercased() == "http", !HostName(ofURL: address.host).isLoopback else {
                    continue
                }
                occurrences.note(line: address.line, "\(address.url.subjectName.quoted) is named over http.")
            }
        }
    }

    /// Sheets on hosts that only some network knows.
    static var privateHosts: Self {
        Self(
            "private-hosts", .breaks,
            affected: "Browsers elsewhere cannot reach the sheet, in any player.",
            fix: "Name the host that readers know; behind a gateway that is its public name."
        ) { addresses, occurrences in
            for address in addresses {
                // A track on such a host is examined from its own network.
                guard address.host != address.trackHost, HostName(ofURL: address.host).isPrivate else { continue }
                occurrences.note(
                    line: address.line,
                    "\(address.url.subjectName.quoted) is on \(address.host.quoted), which is not a public host.")
            }
        }
    }
}

/// An address that a reader of the track has to reach: the track's own, or that of a sheet named by its whole URL.
struct NamedAddress: Sendable {
    /// The timing line of the first cue that names it; nil for the track itself and in JSON.
    let line: Int?
    /// The address, http or https.
    let url: URL
    /// The host of the track; nil where it is a file.
    let trackHost: String?
    /// The origin of the page that the player is said to be on.
    let pageOrigin: String

    /// The host without its brackets, in lower case.
    var host: String { (url.host(percentEncoded: false) ?? "").lowercased() }

    /// The track's address, if it has one, and those of the sheets that the track names by whole URLs.
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
