import HTTPTypes
import Mosaic

@testable import MosaicServer

/// A request that has the same response with and without the handler in front of the router.
struct HotAnswersCase: CustomStringConvertible, Sendable {
    /// The requested resource.
    enum Target: String, Sendable {
        case track, record, sheet, tile, lookup, chapter, otherLookup, thinned, tileAtTime, unknown, missing, escaped
        case foreignPath, folder, list, export
    }

    let target: Target
    /// The name of an export's document.
    var name = ""
    var method = "GET"
    /// Lines of its head, besides `Host`; `{tag}` stands for the target's entity tag.
    var fields: [String] = []
    var host = "localhost"
    var version = "1.1"
    var body = ""
    /// Whether it needs no router once its answer is in memory.
    let isHot: Bool

    var description: String { "\(method) \(target)\(name) \(fields) \(host) \(version)" }

    func path(in storyboard: Storyboard, tile: String) -> String {
        let film = "/storyboards/film/"
        let sheet = storyboard.sheets[0].name.rawValue
        return switch target {
        case .track: film + "thumbnails.vtt"
        case .record: film + "mosaic.json"
        case .sheet: film + sheet
        case .tile: tile
        case .lookup: film + "tile?t=400"
        case .chapter: film + "tile?policy=nearest&chapter=3"
        case .otherLookup: film + "tile?t=401.5"
        case .thinned: film + "thumbnails.vtt?max=2"
        case .tileAtTime: film + "tile.jpg?t=400"
        case .unknown: film + "nothing.vtt"
        case .missing: "/storyboards/other/thumbnails.vtt"
        case .escaped: "/storyboards/f%69lm/thumbnails.vtt"
        case .foreignPath: "/storyboards/../storyboards/film/thumbnails.vtt"
        case .folder: "/storyboards/film"
        case .list: "/storyboards"
        case .export: film + name
        }
    }

    /// Its bytes.
    func text(_ path: String, tag: String) -> String {
        let lines = fields.map { $0.replacing("{tag}", with: tag) }
        let head = ["\(method) \(path) HTTP/\(version)"] + (host.isEmpty ? [] : ["Host: \(host)"]) + lines
        return head.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    /// The targets that can be answered from memory.
    private static let hot: [Target] = [.track, .record, .sheet, .tile, .lookup, .chapter, .otherLookup]

    static let all: [HotAnswersCase] =
        hot.flatMap { target in
            [
                HotAnswersCase(target: target, isHot: true),
                HotAnswersCase(target: target, method: "HEAD", isHot: true),
                HotAnswersCase(target: target, fields: ["If-None-Match: {tag}"], isHot: true),
                HotAnswersCase(target: target, method: "HEAD", fields: ["if-none-match: \"x\", W/{tag}"], isHot: true),
                HotAnswersCase(target: target, fields: ["If-None-Match: *"], isHot: true),
                HotAnswersCase(target: target, fields: ["If-None-Match: \"other\""], isHot: true),
                HotAnswersCase(target: target, fields: ["If-None-Match: other"], isHot: true),
                HotAnswersCase(target: target, fields: ["Range: bytes=2-9"], isHot: false),
                HotAnswersCase(target: target, method: "HEAD", fields: ["Range: bytes=2-9"], isHot: false),
                HotAnswersCase(target: target, fields: ["If-Match: {tag}"], isHot: false),
                HotAnswersCase(target: target, host: "evil.example", isHot: false),
            ]
        } + exports + plain
        + [.thinned, .tileAtTime, .unknown, .missing, .escaped, .foreignPath, .folder, .list].map {
            HotAnswersCase(target: $0, isHot: false)
        } + decisive

    private static let exports = Export.all.flatMap { export in
        [
            HotAnswersCase(target: .export, name: export.document, isHot: true),
            HotAnswersCase(target: .export, name: export.document, fields: ["If-None-Match: {tag}"], isHot: true),
            HotAnswersCase(target: .export, name: export.document, fields: ["Range: bytes=2-9"], isHot: false),
            HotAnswersCase(target: .export, name: export.document + "?cadence=10", isHot: false),
        ]
    }

    /// Header fields without an effect.
    private static let plain = [
        ["Connection: keep-alive"], ["Origin: https://elsewhere.example"], ["Cookie: a=b"],
        ["Accept: */*", "Accept-Encoding: gzip", "User-Agent: test"], ["X-Forwarded-Host: films.example"],
        ["Sec-Fetch-Site: cross-site", "Referer: https://elsewhere.example/"],
    ].map { HotAnswersCase(target: .track, fields: $0, isHot: true) }

    private static let decisive =
        [
            ["Range: bytes=0-9"], ["Range: bytes=99999999-"], ["range: bytes=0-9"], ["If-Match: \"other\""],
            ["If-Match: {tag}"], ["If-Modified-Since: Sun, 06 Nov 2050 08:49:37 GMT"],
            ["If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT"], ["Range: bytes=0-9", "If-Range: {tag}"],
            ["If-None-Match: {tag}", "If-None-Match: \"x\""], ["Connection: close"], ["CONNECTION: Close"],
            ["Upgrade: h2c"], ["Expect: 100-continue"], ["Authorization: Bearer x"],
            ["Content-Length: 0"], ["Host: localhost"],
        ].map { HotAnswersCase(target: .track, fields: $0, isHot: false) } + [
            HotAnswersCase(target: .track, fields: ["Content-Length: 4"], body: "abcd", isHot: false),
            HotAnswersCase(
                target: .track, fields: ["Transfer-Encoding: chunked"], body: "3\r\nabc\r\n0\r\n\r\n", isHot: false),
            HotAnswersCase(target: .track, host: "evil.example", isHot: false),
            HotAnswersCase(target: .track, host: "", isHot: false),
            HotAnswersCase(target: .track, version: "1.0", isHot: false),
            HotAnswersCase(target: .track, method: "OPTIONS", isHot: false),
            HotAnswersCase(
                target: .track, method: "OPTIONS",
                fields: ["Origin: https://elsewhere.example", "Access-Control-Request-Method: GET"], isHot: false),
            HotAnswersCase(target: .track, method: "POST", fields: ["Content-Length: 0"], isHot: false),
            HotAnswersCase(target: .track, method: "DELETE", isHot: false),
        ]
}
