/// Which channel is meant.
public enum ChannelReference: Hashable, Sendable {
    /// The channel of the account that the token belongs to.
    case mine
    /// The channel with an id, such as `UC_x5XG1OV2P6uZZ5FSM9Ttw`.
    case id(String)
    /// The channel with a handle, such as `@GoogleDevelopers`.
    case handle(String)

    /// Reads `mine`, an id or a handle with its `@`; nil for anything else.
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

    /// The parameter of `channels.list` that selects it.
    var parameter: (name: String, value: String) {
        switch self {
        case .mine: ("mine", "true")
        case .id(let id): ("id", id)
        case .handle(let handle): ("forHandle", handle)
        }
    }

    /// The channel in errors.
    var subject: String {
        switch self {
        case .mine: "the account's channel"
        case .id(let name), .handle(let name): name
        }
    }
}
