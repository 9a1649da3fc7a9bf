/// A video in a channel's list of uploads, as YouTube's
/// [playlistItem](https://developers.google.com/youtube/v3/docs/playlistItems#resource).
public struct Upload: Hashable, Sendable, Codable {
    /// Id of the entry in the list, not of the video.
    public let id: String
    /// Title, description and pictures.
    public let snippet: Details

    /// Title, description and pictures of an upload.
    public struct Details: Hashable, Sendable, Codable {
        /// Time at which the video was added to the list, in ISO 8601.
        public let publishedAt: String
        /// The title.
        public let title: String
        /// The description, which may contain chapters.
        public let description: String
        /// Pictures by size: `default`, `medium`, `high`, `standard`, `maxres`; empty for a deleted video.
        public let thumbnails: [String: Picture]
        /// The video that the entry refers to.
        public let resourceId: Resource

        /// Creates details.
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
        /// URL of the picture.
        public let url: String
        /// Width in pixels; nil if YouTube does not report it.
        public let width: Int?
        /// Height in pixels; nil if YouTube does not report it.
        public let height: Int?

        /// Creates a picture.
        public init(url: String, width: Int? = nil, height: Int? = nil) {
            self.url = url
            self.width = width
            self.height = height
        }
    }

    /// The resource that a list entry refers to.
    public struct Resource: Hashable, Sendable, Codable {
        /// The kind of the resource, `youtube#video`.
        public let kind: String
        /// The video's id.
        public let videoId: String

        /// Creates the reference to a video.
        public init(kind: String = "youtube#video", videoId: String) {
            self.kind = kind
            self.videoId = videoId
        }
    }

    /// Creates an upload.
    public init(id: String, snippet: Details) {
        self.id = id
        self.snippet = snippet
    }

    /// The video's id.
    public var videoID: String { snippet.resourceId.videoId }

    /// The chapters in the description.
    public var chapters: DescriptionChapters { DescriptionChapters(parsing: snippet.description) }
}

/// A page of a channel's uploads, newest first, as returned by `playlistItems.list`.
///
/// Members have the names of [YouTube's
/// resource](https://developers.google.com/youtube/v3/docs/playlistItems/list#response).
public struct UploadsPage: Hashable, Sendable, Codable {
    /// The kind of the response, `youtube#playlistItemListResponse`.
    public let kind: String
    /// Entity tag of the page.
    public let etag: String
    /// Token of the next page; nil on the last page, and if the page ends before a known upload.
    public internal(set) var nextPageToken: String?
    /// Token of the previous page; nil on the first page.
    public let prevPageToken: String?
    /// Numbers of uploads, in total and per page.
    public let pageInfo: Info
    /// The uploads.
    public internal(set) var items: [Upload]

    /// Numbers of uploads, in total and per page.
    public struct Info: Hashable, Sendable, Codable {
        /// Number of uploads of the channel, 0 or more.
        public let totalResults: Int
        /// Number of uploads per page, 0...50.
        public let resultsPerPage: Int

        /// Creates the numbers of a page.
        public init(totalResults: Int, resultsPerPage: Int) {
            self.totalResults = totalResults
            self.resultsPerPage = resultsPerPage
        }
    }

    /// Creates a page.
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
    /// Joins consecutive pages into one. It has the previous token of the first page, the next token of the last page,
    /// and all uploads.
    ///
    /// - Returns: Nil without a page.
    public init?(joining pages: [UploadsPage]) {
        guard let first = pages.first, let last = pages.last else { return nil }
        self = first
        nextPageToken = last.nextPageToken
        items = pages.flatMap(\.items)
    }
}
