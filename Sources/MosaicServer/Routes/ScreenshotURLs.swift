import Mosaic
import WebOrigins

/// URLs under which everybody reads the screenshots of a bucket.
struct ScreenshotURLs: Hashable, Sendable {
    /// With a slash at the end.
    private let base: String

    /// Parses the settings; nil where the screenshots have no URLs.
    ///
    /// - Throws: `invalidSettings`.
    init?(_ settings: ServerSettings) throws(MosaicError) {
        guard let url = settings.screenshotsURL else { return nil }
        guard settings.work.screenshots != nil else {
            throw Self.invalid("It goes with the part of a bucket that has the screenshots.")
        }
        let scheme = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let path = url[scheme...].firstIndex(of: "/") ?? url.endIndex
        guard let origin = Origin(String(url[..<path])), ["http", "https"].contains(origin.scheme) else {
            throw Self.invalid("It has to be http:// or https://, a host and a path.")
        }
        guard url[path...].utf8.allSatisfy(Self.isOfPath) else {
            throw Self.invalid("Its path has a character that URLs escape, or a query.")
        }
        base = url.hasSuffix("/") ? url : url + "/"
    }

    /// The URL of a screenshot. Neither ids nor the names that lists have hold a character that a URL escapes.
    func url(of file: String, _ id: StoryboardID) -> String { "\(base)\(id)/\(file)" }

    private static func isOfPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/-._~!$&'()*+,;=:@%".utf8.contains(byte)
        }
    }

    private static func invalid(_ reason: String) -> MosaicError {
        MosaicError(.invalidSettings, "screenshots URL", reason)
    }
}
