import Foundation
import HTTPFetching
import WebOrigins
import WebVTT

extension DoctorRule where Subject == [NamedAddress] {
    /// http for a page of https.
    static var insecureAddresses: Self {
        Self(
            "insecure-addresses", .breaks,
            affected: "On https pages browsers load no track over http, and ask for pictures over https instead or not "
                + "at all, in whatever player.",
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
}
