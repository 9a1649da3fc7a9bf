/// A video in a channel's list of uploads, as YouTube's
/// [playlistItem](https://developers.google.com/youtube/v3/docs/playlistItems#resource).
public struct Upload: Hashable, Sendable, Codable {
    /// The entry's id in the list, not the video's.
    public let id: String
    /// Title, description and pictures.
    public let snippet: Details

    /// Title, description and pictures of an upload.
    public struct Details: Hashable, Sendable, Codable {
        /// When it was added to the list, in ISO 8601.
        public let publishedAt: String
        /// The title.
        public let title: String
        /// The description, which may have chapters.
        public let description: String
        /// Pictures by size: `default`, `medium`, `high`, `standard`, `maxres`; empty for a deleted video.
        public let thumbnails: [String: Picture]
        /// The video.
        public let resourceId: Resource

        /// Makes details.
        public init(
            publishedAt: String, title: String, description: String, thumbnails: [String: Picture],
            resourceId: Resource
        ) {
            self.publishedAt = publishedAt
            self.title = title
            self.description = description
            self.thumbnails = thumbnails
            self.resourceId = resourceId
        }
    }

    /// A picture of an upload.
    public struct Picture: Hashable, Sendable, Codable {
        /// Its address.
        public let url: String
        /// Pixels; nil where YouTube tells none.
        public let width: Int?
        /// Pixels; nil where YouTube tells none.
        public let height: Int?

        /// Makes a picture.
        public init(url: String, width: Int? = nil, height: Int? = nil) {
            self.url = url
            self.width = width
            self.height = height
        }
    }

    /// The resource that an entry of a list is about.
    public struct Resource: Hashable, Sendable, Codable {
        /// `youtube#video`.
        public let kind: String
        /// The video's id.
        public let videoId: String

        /// Creates the reference to a video.
        public init(kind: String = "youtube#video", videoId: String) {
            self.kind = kind
            self.videoId = videoId
        }
    }

    /// Makes an upload.
    public init(id: String, snippet: Details) {
        self.id = id
        self.snippet = snippet
    }

    /// The video's id.
    public var videoID: String { snippet.resourceId.videoId }

    /// The chapters in the description.
    public var chapters: DescriptionChapters { DescriptionChapters(parsing: snippet.description) }
}
