import Mosaic

/// Lines to paste into a page, which give its player the thumbnails.
struct PlayerLines {
    private let url: String
    private let folder: String

    /// - Parameters:
    ///   - baseURL: The URL of the track's folder, with a slash at its end; `nil` for a page in the folder itself.
    ///   - folder: The folder as the user typed it.
    init(baseURL: String?, folder: String) {
        url = (baseURL ?? "") + Storyboard.trackName
        self.folder = folder
    }

    /// The lines; the last one says which page they are for.
    ///
    /// [Vidstack](https://vidstack.io/docs/player/components/layouts/default-layout/) resolves the URLs of sheets against
    /// the page and not against the track, so that only a page in the track's folder or whole URLs work in all players.
    var lines: [String] {
        let attribute = url.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        let literal = "\"" + url.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        let isWhole = url.contains("://")
        let shaka = isWhole ? literal : "new URL(\(literal), location).href"
        return [
            "In a player:  <track kind=\"metadata\" label=\"thumbnails\" src=\"\(attribute)\" default>",
            "  Vidstack    <media-video-layout thumbnails=\"\(attribute)\"></media-video-layout>",
            "  Plyr        new Plyr(\"video\", { previewThumbnails: { enabled: true, src: \(literal) } })",
            "  Shaka       player.addThumbnailsTrack(\(shaka))",
            isWhole
                ? "  For a page of another host, add crossorigin to <video>, and let the host send Access-Control-Allow-Origin."
                : "  For a page in \(folder); for any other, compose with --base-url https://HOST/FOLDER/.",
        ]
    }
}
