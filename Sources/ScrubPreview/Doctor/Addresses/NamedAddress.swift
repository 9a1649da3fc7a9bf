import Foundation
import HTTPFetching
import WebOrigins
import WebVTT

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
