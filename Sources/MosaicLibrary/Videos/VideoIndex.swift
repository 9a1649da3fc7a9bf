package import Mosaic

/// An index of the films and audio files below the roots of videos, from which lists are answered without reading folders.
///
/// Files are the truth: the index can be rebuilt from them. A power loss may undo its last changes.
package protocol VideoIndex: Sendable {
    /// A page of videos.
    ///
    /// - Throws: `unavailable`, like every function here.
    func videos(_ query: VideoQuery) async throws -> VideoPage

    /// The number of videos of each user and genre, in the order of their bytes.
    func videoFolders() async throws -> [VideoFolderSize]

    /// The film that a storyboard is made of: of several with the same name but for the extension the first one by its
    /// bytes. Nil where there is none.
    func film(of id: StoryboardID) async throws -> VideoPath?

    /// Indexed files of a folder, in the order of their names' bytes.
    ///
    /// - Parameters:
    ///   - last: The name of the last file of the page before; nil begins.
    ///   - limit: The most files, 1...10 000.
    func videoFiles(in folder: VideoFolder, after last: String?, limit: Int) async throws -> [VideoFile]

    /// Stores files of a folder, in place of those of the same name, and removes others, in one transaction.
    func change(_ folder: VideoFolder, storing files: [VideoFile], removing names: [String]) async throws

    /// The absolute paths of the roots that the index was made from last, in their order.
    func videoRoots() async throws -> [String]

    /// Records the roots that the index is made from.
    func setVideoRoots(_ paths: [String]) async throws

    /// Counts all videos again, and makes the index of their names anew.
    func recountVideos() async throws
}

/// A folder of videos: `{username}/{genre}`. Two are equal where their bytes are.
package struct VideoFolder: Sendable {
    /// The user of the videos.
    package let username: String
    /// The kind of their source.
    package let genre: String

    package init(username: String, genre: String) {
        self.username = username
        self.genre = genre
    }

    /// The path of a file in it; nil unless the name is one of a video, audio or companion.
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

/// A file of a folder, as it was when it was examined.
package struct VideoFile: Hashable, Sendable {
    /// The file's name in its folder.
    package let name: String
    /// Length in bytes.
    package let bytes: Int
    /// When it was last written; nanoseconds since 1970.
    package let modified: Int64
    /// The number that the file system gave it, which differs for a file that took its name.
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
    /// The number, 1 or more.
    package let videos: Int
    /// Bytes of all of them.
    package let bytes: Int

    package init(folder: VideoFolder, videos: Int, bytes: Int) {
        self.folder = folder
        self.videos = videos
        self.bytes = bytes
    }
}

/// Selects and sorts videos of an index.
package struct VideoQuery: Hashable, Sendable {
    /// The order of a list; videos that are equal in it are in the order of their arrival in the index.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// Last written first.
        case newest
        /// First written first.
        case oldest
        /// By the bytes of the file's name.
        case name
        /// The largest first.
        case size
    }

    /// The largest page.
    package static let maximumLimit = 1_000

    /// Only videos of this user; nil takes all.
    package var username: String?
    /// Only videos of this genre; nil takes all.
    package var genre: String?
    /// Text that the file's name contains, upper and lower case of ASCII alike; nil takes all.
    package var search: String?
    package var order = Order.newest
    /// Maximum number of videos, 1...1 000; less is 1.
    package var limit = 50
    /// Number of videos to skip, 0 or more; less is 0.
    package var offset = 0

    /// The fifty newest videos.
    package init() {}
}

/// A page of videos, with the length of the list.
package struct VideoPage: Hashable, Sendable {
    /// A video of a list.
    package struct Video: Hashable, Sendable {
        package let path: VideoPath
        /// Length in bytes.
        package let bytes: Int
        /// When it was last written; seconds since 1970, rounded down.
        package let modified: Int64
        /// The storyboard that is made of it; nil for audio, and for a film beside another one with the same name but for
        /// the extension, which has the storyboard.
        package let storyboard: StoryboardID?

        package init(path: VideoPath, bytes: Int, modified: Int64, storyboard: StoryboardID?) {
            self.path = path
            self.bytes = bytes
            self.modified = modified
            self.storyboard = storyboard
        }
    }

    /// The videos of the page.
    package let videos: [Video]
    /// The number of videos without limit and offset.
    package let total: Int

    /// A page without videos of an empty list.
    package static let empty = VideoPage(videos: [], total: 0)

    package init(videos: [Video], total: Int) {
        self.videos = videos
        self.total = total
    }
}
