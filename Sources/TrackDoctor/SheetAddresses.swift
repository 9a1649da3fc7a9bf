import Foundation
import HTTPFetching
import WebOrigins
import WebVTT

/// Rewrites the URLs of a track's sheets to one form that every player resolves alike.
///
/// The form is relative to the track where all sheets lie in its folder or below, and absolute otherwise. URLs that
/// every player resolves stay unchanged, and so do all where the track's URL is unknown.
struct SheetAddresses: Sendable {
    private var mended: [String: String] = [:]

    /// - Parameters:
    ///   - urls: As the cues name them, without fragment.
    ///   - track: The track's http or https URL; nil where unknown.
    init(_ urls: some Collection<String>, track: URL?) {
        guard let track, Origin(track) != nil, Self.needMending(urls) else { return }
        let resolved = urls.map { ($0, URL(string: $0, relativeTo: track)?.absoluteURL) }
        guard resolved.allSatisfy({ $0.1 != nil }) else { return }
        let relative = resolved.map { Self.relative($0.1, to: track) }
        let isRelative = relative.allSatisfy { $0 != nil }
        for ((url, address), relative) in zip(resolved, relative) {
            mended[url] = isRelative ? relative : address?.absoluteString
        }
    }

    /// The URL of a sheet in a repaired track.
    func mended(_ url: String) -> String { mended[url] ?? url }

    private static func needMending(_ urls: some Collection<String>) -> Bool {
        let forms = Set(urls.map { URLForm($0) })
        return forms.contains(.rootAbsolute) || (forms.contains(.relative) && forms.count > 1)
            || urls.contains { URLForm($0) == .relative && $0.contains("//") }
    }

    private static func relative(_ address: URL?, to track: URL) -> String? {
        guard let address, Origin(address) == Origin(track) else { return nil }
        let path = address.path(percentEncoded: true)
        let folder = track.path(percentEncoded: true).reversed().drop { $0 != "/" }.reversed()
        guard !folder.isEmpty, path.hasPrefix(String(folder)) else { return nil }
        let query = address.query(percentEncoded: true).map { "?" + $0 } ?? ""
        let rest = path.dropFirst(folder.count) + query
        return rest.isEmpty || rest.contains("//") || URLForm(rest) != .relative ? nil : String(rest)
    }
}
