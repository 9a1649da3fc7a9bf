import Foundation
import HTTPFetching
import TiledJPEG
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

/// A sheet that cues of a track name, before it is requested.
struct NamedSheet: Sendable {
    /// The URL as the cues name it, without fragment.
    let url: String
    /// Its cues in file order.
    private(set) var tiles: [ExaminedSheet.Tile]
    /// The size that readers take it to have without asking; nil where they look at the picture.
    var declared: PixelSize?

    /// The sheets in the order of the first cue that names each.
    ///
    /// - Parameter lines: For each cue its line; nil in JSON.
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

/// The base of a sheet's URL, as far as players distinguish it.
enum URLForm: Hashable, Sendable {
    /// To the track: `sheet.jpg`.
    case relative
    /// To the host: `/films/sheet.jpg`.
    case rootAbsolute
    /// To the scheme alone: `//cdn.example/sheet.jpg`.
    case schemeRelative
    /// To nothing: `https://cdn.example/sheet.jpg`.
    case absolute

    /// Tells the form of a URL by its beginning.
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
