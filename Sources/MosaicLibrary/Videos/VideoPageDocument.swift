package import Foundation
package import Mosaic

/// A page of videos in JSON, as `GET /api/v1/downloads/videos` writes it for apps.
package struct VideoPageDocument: Encodable {
    /// The URLs of a film's track, tiles, preview page and poster.
    package struct Links: Sendable {
        let track: String
        let tile: String
        let preview: String
        let poster: String

        /// - Parameters:
        ///   - base: The URL of the storyboard's folder, with a slash at its end.
        ///   - query: The query of every link, such as a signature; `nil` for links without a query.
        package init(servedBelow base: String, query: String? = nil) {
            let end = query.map { "?" + $0 } ?? ""
            track = base + Storyboard.trackName + end
            // Clients add ?t= and a time.
            tile = base + "tile"
            preview = base + DocumentFile.preview.servedName + end
            poster = base + "poster.jpg?t=1&width=640" + (query.map { "&" + $0 } ?? "")
        }
    }

    private struct Video: Encodable {
        let filename: String
        let username: String
        let genre: String
        let path: String
        let bytes: Int
        let formattedBytes: String
        /// Seconds since 1970.
        let modified: Int64
        let formattedModified: String
        let fileExtension: String
        let storyboard: StoryboardID?
        let track: String?
        let tile: String?
        let preview: String?
        let poster: String?

        enum CodingKeys: String, CodingKey {
            case filename, username, genre, path, storyboard
            case bytes = "size_bytes"
            case formattedBytes = "size_formatted"
            case modified = "modified_at"
            case formattedModified = "modified_formatted"
            case fileExtension = "extension"
            case track = "track_url"
            case tile = "tile_url"
            case preview = "preview_url"
            case poster = "poster_url"
        }
    }

    private let videos: [Video]
    private let total: Int
    private let hasMore: Bool

    /// - Parameters:
    ///   - page: The videos that the query found.
    ///   - now: The time from which ages are counted.
    ///   - links: The URLs of a storyboard.
    package init(_ page: VideoPage, of query: VideoQuery, now: Date, links: (StoryboardID) -> Links) {
        videos = page.videos.map { video in
            let links = video.storyboard.map(links)
            return Video(
                filename: video.path.file, username: video.path.username, genre: video.path.genre,
                path: video.path.rawValue, bytes: video.bytes,
                formattedBytes: ReadableSize(bytes: video.bytes).withFraction, modified: video.modified,
                formattedModified: ReadableAge(seconds: now.timeIntervalSince1970 - Double(video.modified)).text,
                fileExtension: video.path.fileExtension, storyboard: video.storyboard, track: links?.track,
                tile: links?.tile, preview: links?.preview, poster: links?.poster)
        }
        total = page.total
        hasMore = !page.videos.isEmpty && query.offset + page.videos.count < page.total
    }

    private enum CodingKeys: String, CodingKey {
        case videos, total
        case hasMore = "has_more"
    }
}
