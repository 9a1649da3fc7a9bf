import Mosaic

/// Lines of HTML and JavaScript that add the thumbnails to a page's player.
struct PlayerLines {
    /// Pages on which the lines work.
    private enum Page {
        /// Any page: the URL has a host.
        case anywhere
        /// Pages of the same host: the URL begins with a slash.
        case sameHost
        /// Pages in the track's folder, or in the folder that the relative base URL refers to.
        case beside(String)
    }

    private let url: String
    private let page: Page

    /// - Parameters:
    ///   - baseURL: URL of the sheets' folder, with a trailing slash; `nil` for URLs relative to the track.
    ///   - folder: The folder as the user typed it.
    init(baseURL: String?, folder: String) {
        let base = baseURL ?? ""
        // The track's URL omits a relative base URL, which leads from the track's folder to the sheets.
        let isRelative = !base.hasPrefix("/") && !base.contains("://")
        url = (isRelative ? "" : base) + Storyboard.trackName
        page =
            if isRelative { .beside(base.isEmpty ? folder : "the folder that has \(base)") } else {
                base.hasPrefix("/") && !base.hasPrefix("//") ? .sameHost : .anywhere
            }
    }

    /// The lines; the last one states the pages on which they work.
    ///
    /// Vidstack resolves the URLs of sheets against the track only if the track's own URL has a host, otherwise against
    /// the page ([thumbnail-loader.ts](https://github.com/vidstack/player)). So all players work only with a page in
    /// the track's folder, or with sheet URLs that are absolute or begin with a slash.
    var lines: [String] {
        let attribute = PreviewPage.escapedForHTML(url)
        let literal = "\"" + url.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        let shaka = url.contains("://") ? literal : "new URL(\(literal), location).href"
        return [
            "In a player:  <track kind=\"metadata\" label=\"thumbnails\" src=\"\(attribute)\" default>",
            "  Vidstack    <media-video-layout thumbnails=\"\(attribute)\"></media-video-layout>",
            "  Plyr        new Plyr(\"video\", { previewThumbnails: { enabled: true, src: \(literal) } })",
            "  Shaka       player.addThumbnailsTrack(\(shaka))",
            scope,
        ]
    }

    private var scope: String {
        let other = "for any other, compose with --base-url https://HOST/FOLDER/."
        return switch page {
        case .anywhere:
            "  For a page of another host, add crossorigin to <video>, and let the host send Access-Control-Allow-Origin."
        case .sameHost: "  For a page of the same host; \(other)"
        case .beside(let folder): "  For a page in \(folder); \(other)"
        }
    }
}
