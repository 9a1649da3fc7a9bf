package import Foundation
package import Mosaic

/// A page of videos in JSON, for apps that request `GET /api/v1/downloads/videos`.
package struct VideoPageDocument: Encodable {
    /// The URLs of a film's track, tiles, preview page and poster.
    package struct Links: Sendable {
        let track: String
        let tile: String
        let preview: String
        let poster: String

        /// - Parameters:
        ///   - base: URL of the storyboard's folder, with a trailing slash.
        ///   - query: Query of every link but `tile`, such as a signature; `nil` for links without a query.
        package init(servedBelow base: String, query: String? = nil) {
            let end = query.map { "?" + $0 } ?? ""
            track = base + Storyboard.trackName + end
            // Clients append `?t=` and a time.
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
        /// Time of the last write, in seconds since 1970.
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
    ///   - page: The videos that the query selected.
    ///   - now: Current time, for the age of the videos.
    ///   - links: Returns the URLs of a storyboard.
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

/// The number of videos of each user and genre in JSON, for apps that request `GET /api/v1/downloads/structure`.
package struct VideoStructureDocument: Encodable {
    private struct Genre: Encodable {
        let count: Int
        let size: String

        enum CodingKeys: String, CodingKey {
            case count
            case size = "size_formatted"
        }
    }

    private struct User: Encodable {
        let username: String
        let genres: [String: Genre]
        let videos: Int
        let size: String

        enum CodingKeys: String, CodingKey {
            case username, genres
            case videos = "total_videos"
            case size = "total_size_formatted"
        }
    }

    private let users: [User]
    private let videos: Int
    private let size: String

    /// - Parameter folders: All folders, grouped by user.
    package init(_ folders: [VideoFolderSize]) {
        var users: [User] = []
        var rest = folders[...]
        while let first = rest.first {
            let own = rest.prefix { $0.folder.username.utf8.elementsEqual(first.folder.username.utf8) }
            rest = rest.dropFirst(own.count)
            let genres = own.map { folder in
                (folder.folder.genre, Genre(count: folder.videos, size: ReadableSize(bytes: folder.bytes).rounded))
            }
            users.append(
                User(
                    username: first.folder.username,
                    // Two genres may differ only in the Unicode form of their letters; the larger one is listed.
                    genres: Dictionary(genres) { one, other in one.count < other.count ? other : one },
                    videos: own.reduce(0) { $0 + $1.videos },
                    size: ReadableSize(bytes: own.reduce(0) { $0 + $1.bytes }).rounded))
        }
        self.users = users
        videos = folders.reduce(0) { $0 + $1.videos }
        size = ReadableSize(bytes: folders.reduce(0) { $0 + $1.bytes }).rounded
    }

    private enum CodingKeys: String, CodingKey {
        case users
        case videos = "total_videos"
        case size = "total_size_formatted"
    }
}

/// A size in bytes for people, such as `10.0 MB`; units are powers of 1024.
package struct ReadableSize: Hashable, Sendable {
    private static let units = ["KB", "MB", "GB", "TB", "PB", "EB"]

    /// The size in tenths of the unit.
    private let tenths: Int
    private let unit: String

    /// Creates a size; negative values count as 0.
    package init(bytes: Int) {
        let bytes = max(0, bytes)
        guard bytes >= 1_024 else {
            (tenths, unit) = (bytes * 10, "B")
            return
        }
        var position = 0
        var size = Double(bytes) / 1_024
        // A value that would be rounded to 1024.0 becomes 1.0 of the next unit.
        while size >= 1_023.95, position < Self.units.count - 1 {
            size /= 1_024
            position += 1
        }
        tenths = Int((size * 10).rounded())
        unit = Self.units[position]
    }

    /// With one decimal, except for bytes: `10.0 MB`, `512 B`.
    package var withFraction: String {
        unit == "B" ? "\(tenths / 10) B" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Without a decimal from 10 on: `150 MB`, `1.5 GB`, `10 MB`.
    package var rounded: String { tenths < 100 ? withFraction : "\((tenths + 5) / 10) \(unit)" }
}

/// An age for people, such as `2 hours ago`.
package struct ReadableAge: Hashable, Sendable {
    private static let units = [
        (365 * 86_400, "year"), (30 * 86_400, "month"), (7 * 86_400, "week"), (86_400, "day"), (3_600, "hour"),
        (60, "minute"),
    ]

    /// The age in whole units, rounded down.
    package let text: String

    /// Creates an age in seconds. Less than a minute, and a negative age, is `just now`.
    package init(seconds: Double) {
        let seconds = Int(min(max(0, seconds), 1e15))
        guard let (length, unit) = Self.units.first(where: { seconds >= $0.0 }) else {
            text = "just now"
            return
        }
        let count = seconds / length
        text = "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
}
