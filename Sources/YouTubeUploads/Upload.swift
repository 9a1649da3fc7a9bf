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

/// A page of a channel's uploads, newest first, as `playlistItems.list` answers it.
///
/// Members have the names of [YouTube's resource](https://developers.google.com/youtube/v3/docs/playlistItems/list#response).
public struct UploadsPage: Hashable, Sendable, Codable {
    /// `youtube#playlistItemListResponse`.
    public let kind: String
    /// The version of the page.
    public let etag: String
    /// The token of the page behind this one; nil on the last one.
    public internal(set) var nextPageToken: String?
    /// The token of the page before this one; nil on the first one.
    public let prevPageToken: String?
    /// The number of uploads, and of those in a page.
    public let pageInfo: Info
    /// The uploads.
    public internal(set) var items: [Upload]

    /// The numbers of a page.
    public struct Info: Hashable, Sendable, Codable {
        /// Uploads of the channel, 0 or more.
        public let totalResults: Int
        /// Uploads of a page, 0...50.
        public let resultsPerPage: Int

        /// Makes the numbers of a page.
        public init(totalResults: Int, resultsPerPage: Int) {
            self.totalResults = totalResults
            self.resultsPerPage = resultsPerPage
        }
    }

    /// Makes a page.
    public init(
        kind: String, etag: String, nextPageToken: String? = nil, prevPageToken: String? = nil, pageInfo: Info,
        items: [Upload]
    ) {
        self.kind = kind
        self.etag = etag
        self.nextPageToken = nextPageToken
        self.prevPageToken = prevPageToken
        self.pageInfo = pageInfo
        self.items = items
    }
}

extension UploadsPage {
    /// Joins consecutive pages: the token before the first one, the token after the last one, and all uploads.
    ///
    /// - Returns: Nil without a page.
    public init?(joining pages: [UploadsPage]) {
        guard let first = pages.first, let last = pages.last else { return nil }
        self = first
        nextPageToken = last.nextPageToken
        items = pages.flatMap(\.items)
    }
}
