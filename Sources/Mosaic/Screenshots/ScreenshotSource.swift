public import WebVTT

/// The source of a storyboard's screenshots: a folder, and how its files get their times.
public struct ScreenshotSource: Hashable, Sendable {
    /// The folder's path.
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
