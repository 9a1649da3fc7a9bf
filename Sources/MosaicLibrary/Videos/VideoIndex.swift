package import Mosaic

/// An index of the films and audio files below the video roots, which answers lists without reading folders.
///
/// The files are authoritative: the index can be rebuilt from them. A power loss may undo the last changes.
package protocol VideoIndex: Sendable {
    /// A page of videos.
    ///
    /// - Throws: `unavailable`, like every function here.
    func videos(_ query: VideoQuery) async throws -> VideoPage

    /// The number of videos of each user and genre, sorted by their bytes.
    func videoFolders() async throws -> [VideoFolderSize]

    /// The film of a storyboard; nil if there is none. Of several films that differ in the extension only, the first in
    /// byte order.
    func film(of id: StoryboardID) async throws -> VideoPath?

    /// A page of the indexed files of a folder, sorted by the bytes of their names.
    ///
    /// - Parameters:
    ///   - last: Name of the last file of the previous page; nil for the first page.
    ///   - limit: Maximum number of files, 1...10 000.
    func videoFiles(in folder: VideoFolder, after last: String?, limit: Int) async throws -> [VideoFile]

    /// Stores files of a folder, replacing files of the same name, and removes the files `names`, in one transaction.
    func change(_ folder: VideoFolder, storing files: [VideoFile], removing names: [String]) async throws

    /// The absolute paths of the roots from which the index was last built, in order.
    func videoRoots() async throws -> [String]

    /// Records the roots from which the index is built.
    func setVideoRoots(_ paths: [String]) async throws

    /// Recounts all videos and rebuilds the index of their names.
    func recountVideos() async throws
}

/// A folder of videos: `{username}/{genre}`. Two folders are equal if their bytes are equal.
package struct VideoFolder: Sendable {
    package let username: String
    /// The site or other kind of source of the videos.
    package let genre: String

    package init(username: String, genre: String) {
        self.username = username
        self.genre = genre
    }

    /// The path of a file in the folder; nil unless it has the name of a film, an audio file or a companion.
    package func path(of file: String) -> VideoPath? { VideoPath(username: username, genre: genre, file: file) }
}

extension VideoFolder: Hashable {
    package static func == (one: VideoFolder, other: VideoFolder) -> Bool {
        one.username.utf8.elementsEqual(other.username.utf8) && one.genre.utf8.elementsEqual(other.genre.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in username.utf8 { hasher.combine(byte) }
        for byte in genre.utf8 { hasher.combine(byte) }
    }
}

/// A file in a folder, as last examined.
package struct VideoFile: Hashable, Sendable {
    /// The file's name in its folder.
    package let name: String
    /// Size in bytes.
    package let bytes: Int
    /// Time of the last write, in nanoseconds since 1970.
    package let modified: Int64
    /// The inode number, which differs for a file that replaced another file of the same name.
    package let inode: UInt64

    package init(name: String, bytes: Int, modified: Int64, inode: UInt64) {
        self.name = name
        self.bytes = bytes
        self.modified = modified
        self.inode = inode
    }
}

/// The number of videos in a folder.
package struct VideoFolderSize: Hashable, Sendable {
    package let folder: VideoFolder
    /// Number of videos, 1 or more.
    package let videos: Int
    /// Total size of the videos in bytes.
    package let bytes: Int

    package init(folder: VideoFolder, videos: Int, bytes: Int) {
        self.folder = folder
        self.videos = videos
        self.bytes = bytes
    }
}

/// Selects and sorts videos of an index.
package struct VideoQuery: Hashable, Sendable {
    /// The order of a list. Videos that are equal in it are in the order in which they were indexed.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// Descending by time of the last write.
        case newest
        /// Ascending by time of the last write.
        case oldest
        /// Ascending by the bytes of the file's name.
        case name
        /// Descending by size.
        case size
    }

    /// Maximum size of a page.
    package static let maximumLimit = 1_000

    /// Only videos of this user; nil selects all.
    package var username: String?
    /// Only videos of this genre; nil selects all.
    package var genre: String?
    /// Text that the file's name contains, ignoring the case of ASCII letters; nil selects all.
    package var search: String?
    package var order = Order.newest
    /// Maximum number of videos, 1...1 000; lower values count as 1.
    package var limit = 50
    /// Number of videos to skip; negative values count as 0.
    package var offset = 0

    /// Creates a query for the fifty videos that were written last.
    package init() {}
}

/// A page of videos, and the length of the list.
package struct VideoPage: Hashable, Sendable {
    /// A video of a list.
    package struct Video: Hashable, Sendable {
        package let path: VideoPath
        /// Size in bytes.
        package let bytes: Int
        /// Time of the last write, in seconds since 1970, rounded down.
        package let modified: Int64
        /// The storyboard of the film; nil for audio. Of several films that differ in the extension only, only the
        /// first has it.
        package let storyboard: StoryboardID?

        package init(path: VideoPath, bytes: Int, modified: Int64, storyboard: StoryboardID?) {
            self.path = path
            self.bytes = bytes
            self.modified = modified
            self.storyboard = storyboard
        }
    }

    package let videos: [Video]
    /// The number of selected videos, ignoring limit and offset.
    package let total: Int

    /// A page of an empty list.
    package static let empty = VideoPage(videos: [], total: 0)

    package init(videos: [Video], total: Int) {
        self.videos = videos
        self.total = total
    }
}
