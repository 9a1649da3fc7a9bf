public import WebVTT

/// The source of a storyboard's screenshots: where they are, and how their files get their times.
public struct ScreenshotSource: Hashable, Sendable {
    /// The folder's path, or another ``Location`` as text.
    package var folder: String
    /// Time from one numbered file to the next; nil where names or a list tell the times.
    package var interval: Timestamp?
    /// Time of the first numbered file.
    package var start: Timestamp
    /// Path of a list of files and times; nil without one.
    package var list: String?

    /// Chapter screenshots `ch{index}_{seconds}s.jpg` by default; numbered files with an interval; named ones with a list.
    public init(folder: String, interval: Timestamp? = nil, start: Timestamp = .zero, list: String? = nil) {
        self.folder = folder
        self.interval = interval
        self.start = start
        self.list = list
    }
}

extension ScreenshotSource {
    /// Where screenshots are, as one string: a folder's path, or `store:/` and a key of the library's own store.
    package enum Location: Hashable, Sendable, CustomStringConvertible {
        case folder(String)
        case store(ObjectKey)

        private static let storePrefix = "store:/"

        /// Reads a location; what begins like no other is a path.
        package init(_ text: String) {
            let key =
                text.hasPrefix(Self.storePrefix)
                ? ObjectKey(rawValue: String(text.dropFirst(Self.storePrefix.count))) : nil
            self = key.map(Self.store) ?? .folder(text)
        }

        /// The text that ``init(_:)`` reads.
        package var description: String {
            switch self {
            case .folder(let path): path
            case .store(let key): Self.storePrefix + key.rawValue
            }
        }
    }

    /// Where the screenshots are.
    package var location: Location { Location(folder) }
}

extension ScreenshotSource: Codable {
    private enum CodingKeys: String, CodingKey {
        case folder
        case interval = "interval_ms"
        case start = "start_ms"
        case list = "times"
    }

    /// Reads a source; all keys but the folder may be absent.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        folder = try container.decode(String.self, forKey: .folder)
        interval = try container.decodeIfPresent(Timestamp.self, forKey: .interval)
        start = try container.decodeIfPresent(Timestamp.self, forKey: .start) ?? .zero
        list = try container.decodeIfPresent(String.self, forKey: .list)
    }
}
