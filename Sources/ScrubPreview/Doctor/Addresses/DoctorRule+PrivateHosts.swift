import Foundation
import HTTPFetching
import WebOrigins
import WebVTT

extension DoctorRule where Subject == [NamedAddress] {
    /// Sheets on hosts that only some network knows.
    static var privateHosts: Self {
        Self(
            "private-hosts", .breaks,
            affected: "Browsers elsewhere cannot reach the sheet, in whatever player.",
            fix: "Name the host that readers know; behind a gateway that is its public name."
        ) { addresses, occurrences in
            for address in addresses {
                // A track on such a host is examined from its own network.
                guard address.host != address.trackHost, HostName(ofURL: address.host).isPrivate else { continue }
                occurrences.note(
                    line: address.line,
                    "\(address.url.subjectName.quoted) is on \(address.host.quoted), which is no public host.")
            }
        }
    }
}
