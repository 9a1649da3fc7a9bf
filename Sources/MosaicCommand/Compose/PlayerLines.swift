import Mosaic

/// Lines to paste into a page, which give its player the thumbnails.
struct PlayerLines {
    /// Pages that the lines are for.
    private enum Page {
        /// The URL has a host.
        case anywhere
        /// The URL begins with a slash.
        case sameHost
        /// The page lies beside the track.
        case beside(String)
    }

    private let url: String
    private let page: Page

    /// - Parameters:
    ///   - baseURL: The URL of the sheets' folder, with a slash at its end; `nil` for one relative to the track.
    ///   - folder: The folder as the user typed it.
    init(baseURL: String?, folder: String) {
        let base = baseURL ?? ""
        // Sheets below a relative URL are below the track's folder, so that the track lies above them.
        let isRelative = !base.hasPrefix("/") && !base.contains("://")
        url = (isRelative ? "" : base) + Storyboard.trackName
        page =
            if isRelative { .beside(base.isEmpty ? folder : "the folder that has \(base)") } else {
                base.hasPrefix("/") && !base.hasPrefix("//") ? .sameHost : .anywhere
            }
    }

    /// The lines; the last one says which page they are for.
    ///
    /// Vidstack resolves the URLs of sheets against the track only if the track's own URL has a host, else against the page
    /// ([thumbnail-loader.ts](https://github.com/vidstack/player)). So only a page in the track's folder, or sheets whose
    /// URLs are whole or begin with a slash, work in all players.
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
