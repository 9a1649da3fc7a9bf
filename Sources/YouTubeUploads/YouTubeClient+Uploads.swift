/// Which uploads are read.
public struct UploadsQuery: Hashable, Sendable {
    /// The channel.
    public var channel = ChannelReference.mine
    /// The most uploads, 1 or more.
    public var limit = 100
    /// Uploads of a page, 1...50.
    public var pageSize = YouTubeClient.largestPage
    /// The token of the first page; nil begins with the newest upload.
    public var pageToken: String?

    /// The newest 100 uploads of the account's own channel.
    public init() {}
}

/// How reading uploads ended.
public struct UploadsEnd: Hashable, Sendable {
    /// The channel.
    public let channel: UploadsChannel
    /// The number of uploads read.
    public let count: Int
    /// The token of the page behind the last one; nil at the channel's end, and where a known upload ended it.
    public let nextPageToken: String?
    /// The video that was known already, which ended it; nil where none did.
    public let known: String?
}

extension YouTubeClient {
    /// Reads uploads from the newest one on, page by page, until the limit, the channel's end or an upload that is known.
    ///
    /// - Parameters:
    ///   - query: The channel, and how many uploads.
    ///   - isKnown: Whether a video with an id is known; YouTube lists the newest first, so that what follows is known, too.
    ///   - each: Takes a page as soon as it is there.
    /// - Throws: ``YouTubeError``, `CancellationError`, what the parameters throw; pages that were taken stay taken.
    public func uploads(
        _ query: UploadsQuery = UploadsQuery(), isKnown: (String) async throws -> Bool = { _ in false },
        each: (UploadsPage) async throws -> Void
    ) async throws -> UploadsEnd {
        let channel = try await channel(query.channel)
        var (token, count) = (query.pageToken, 0)
        var seen: Set<String> = []
        while count < query.limit {
            let size = min(query.pageSize, query.limit - count)
            var page = try await page(of: channel, size: size, token: token)
            var known: String?
            for (position, upload) in page.items.enumerated() where try await isKnown(upload.videoID) {
                known = upload.videoID
                page.items.removeSubrange(position...)
                page.nextPageToken = nil
                break
            }
            count += page.items.count
            token = page.nextPageToken
            try await each(page)
            guard let next = token else {
                return UploadsEnd(channel: channel, count: count, nextPageToken: nil, known: known)
            }
            guard seen.insert(next).inserted else {
                throw YouTubeError(.malformed, "playlistItems", "YouTube repeats a page.")
            }
        }
        return UploadsEnd(channel: channel, count: count, nextPageToken: token, known: nil)
    }
}
