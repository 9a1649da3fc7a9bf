/// A channel and its list of uploads.
public struct UploadsChannel: Hashable, Sendable {
    /// The channel's id.
    public let id: String
    /// Title of the channel; empty if YouTube does not report it.
    public let title: String
    /// Id of the playlist of the channel's uploads.
    public let uploadsPlaylist: String
    /// The number of public videos; nil if YouTube does not report it.
    public let videoCount: Int?
}

/// The used members of a `channels.list` response. `items` is missing if no channel is found.
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
        /// A decimal number as text.
        let videoCount: String?
    }

    struct ContentDetails: Decodable {
        let relatedPlaylists: Playlists
    }

    struct Playlists: Decodable {
        let uploads: String?
    }
}

/// A reference to a channel.
public enum ChannelReference: Hashable, Sendable {
    /// The channel of the account that the token belongs to.
    case mine
    /// The channel with an id, such as `UC_x5XG1OV2P6uZZ5FSM9Ttw`.
    case id(String)
    /// The channel with a handle, such as `@GoogleDevelopers`.
    case handle(String)

    /// Parses `mine`, an id or a handle with its `@`; nil for any other text.
    public init?(_ text: String) {
        let name = text.hasPrefix("@") ? text.dropFirst() : Substring(text)
        guard (1...100).contains(name.unicodeScalars.count),
            name.unicodeScalars.allSatisfy(Self.isAllowed)
        else { return nil }
        if text == "mine" {
            self = .mine
        } else if text.hasPrefix("@") {
            self = .handle(text)
        } else if text.utf8.allSatisfy({ $0 < 0x80 }) {
            self = .id(text)
        } else {
            return nil
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil || "_-.·".unicodeScalars.contains(scalar)
    }

    /// The parameter of `channels.list` that selects the channel.
    var parameter: (name: String, value: String) {
        switch self {
        case .mine: ("mine", "true")
        case .id(let id): ("id", id)
        case .handle(let handle): ("forHandle", handle)
        }
    }

    /// The channel's name in errors.
    var subject: String {
        switch self {
        case .mine: "the account's channel"
        case .id(let name), .handle(let name): name
        }
    }
}
