/// A channel, and the list that has its uploads.
public struct UploadsChannel: Hashable, Sendable {
    /// The channel's id.
    public let id: String
    /// Its title; empty where YouTube tells none.
    public let title: String
    /// The id of the playlist of its uploads.
    public let uploadsPlaylist: String
    /// The number of public videos; nil if YouTube does not report it.
    public let videoCount: Int?
}

/// The answer of `channels.list`, as far as it is used; without a member `items` where no channel is found.
struct ChannelsAnswer: Decodable {
    let items: [Channel]?

    struct Channel: Decodable {
        let id: String
        let snippet: Snippet?
        let statistics: Statistics?
        let contentDetails: ContentDetails
    }

    struct Snippet: Decodable {
        let title: String?
    }

    struct Statistics: Decodable {
        /// A number in quotes.
        let videoCount: String?
    }

    struct ContentDetails: Decodable {
        let relatedPlaylists: Playlists
    }

    struct Playlists: Decodable {
        let uploads: String?
    }
}
