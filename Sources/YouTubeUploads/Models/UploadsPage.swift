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
