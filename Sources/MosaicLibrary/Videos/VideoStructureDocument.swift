/// The number of videos of each user and genre, in JSON, as `GET /api/v1/downloads/structure` writes it for apps.
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

    /// - Parameter folders: All folders; those of a user follow each other.
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
                    // Two genres may differ in the form of their letters alone.
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
