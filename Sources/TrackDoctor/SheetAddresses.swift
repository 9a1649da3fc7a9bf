import Foundation
import HTTPFetching
import TiledJPEG
import WebOrigins
import WebVTT

/// Rewrites the sheet URLs of a track to a form that all players resolve in the same way.
///
/// URLs become relative to the track if all sheets are in the track's folder or below; otherwise they become absolute.
/// URLs stay unchanged if all players resolve them already, if one of them is invalid, or if the track's URL is
/// unknown.
struct SheetAddresses: Sendable {
    private var mended: [String: String] = [:]

    /// - Parameters:
    ///   - urls: URLs as in the cues, without fragments.
    ///   - track: The track's http or https URL; nil if unknown.
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

    /// The rewritten URL of a sheet.
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

/// A sheet in a track, before it is requested.
struct NamedSheet: Sendable {
    /// URL as in the cues, without fragment.
    let url: String
    /// Tiles in cue order.
    private(set) var tiles: [ExaminedSheet.Tile]
    /// Size that the playlist or manifest declares, in pixels; nil if readers use the image's own size.
    var declared: PixelSize?

    /// The sheets of a track, in the order of their first cues.
    ///
    /// - Parameter lines: Line of each cue; nil in JSON.
    static func list(_ track: CueTrack, lines: [Int]?) -> [NamedSheet] {
        var sheets: [NamedSheet] = []
        var positions: [String: Int] = [:]
        for (position, cue) in track.cues.enumerated() {
            guard let payload = CuePayload(parsing: cue.text) else { continue }
            let tile = ExaminedSheet.Tile(line: lines?[position], fragment: payload.fragment)
            if let position = positions[payload.sheetURL] {
                sheets[position].tiles.append(tile)
            } else {
                positions[payload.sheetURL] = sheets.count
                sheets.append(NamedSheet(url: payload.sheetURL, tiles: [tile]))
            }
        }
        return sheets
    }
}

/// The form of a sheet's URL, which determines the base that players resolve it against.
enum URLForm: Hashable, Sendable {
    /// Relative to the track: `sheet.jpg`.
    case relative
    /// Relative to the host: `/films/sheet.jpg`.
    case rootAbsolute
    /// Relative to the scheme: `//cdn.example/sheet.jpg`.
    case schemeRelative
    /// Absolute: `https://cdn.example/sheet.jpg`.
    case absolute

    /// Detects the form of a URL from its beginning.
    init(_ url: some StringProtocol) {
        if url.hasPrefix("//") {
            self = .schemeRelative
        } else if url.hasPrefix("/") {
            self = .rootAbsolute
        } else {
            self = Self.hasScheme(url) ? .absolute : .relative
        }
    }

    private static func hasScheme(_ url: some StringProtocol) -> Bool {
        let scheme = url.utf8.prefix { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
        guard let first = scheme.first, isLetter(first), scheme.endIndex < url.utf8.endIndex else { return false }
        return url.utf8[scheme.endIndex] == UInt8(ascii: ":")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
