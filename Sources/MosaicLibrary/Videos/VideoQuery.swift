package import Mosaic

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
