import Foundation

/// Replaces values in the tools' output that differ from run to run or from machine to machine:
///
/// - `<work>`, `<root>`: the folder of the scene, and that of the repository; `<port>`: the server's.
/// - `<now>`: dates within three days of this moment, as ISO 8601, as in HTTP, in seconds (`since`, and in front of
///   the names of replaced screenshots), or in nanoseconds (in a file's version). Fixtures are years old: their dates
///   are pinned.
/// - `<inode>`, `<path hash>`: a file's inode in its version, and the hash of a source's path.
/// - `<duration>`: durations, and rates per second.
/// - `<cores>`: the default number of concurrent compositions of a server.
/// - `<worker>`: the process that holds a job.
/// - `<bytes>`: the bytes freed by a purge of memory; records there hold inodes of different lengths.
/// - `exp=<time>&sig=<signature>` of signed links.
/// - Sentences, see ``Prose``.
///
/// A ``ServedScene`` does the same with header fields: `<id>` of a request, `<tag 1>` and so on for entity tags of
/// bodies with inodes or times, and the length of such a body.
struct Normalizer {
    var prose = Prose()
    /// Texts to replace, and their replacements.
    var places: [(text: String, name: String)] = []

    /// Replaces places, dates and signatures.
    func text(_ text: String) -> String {
        var text = text
        for place in places { text = text.replacingOccurrences(of: place.text, with: place.name) }
        text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/) { date in
            Self.isNow(Self.isoDate(String(date.output))) ? "<now>" : String(date.output)
        }
        text.replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/) { date in
            Self.isNow(Self.httpDate(String(date.output))) ? "<now>" : String(date.output)
        }
        text.replace(/\b\d{10}-ch/, with: "<now>-ch")
        text.replace(/exp=\d+&sig=[\w\-]+/, with: "exp=<time>&sig=<signature>")
        return text
    }

    /// Reduces a sentence to the words that it mentions, see ``Prose``.
    func sentence(_ sentence: String) -> String { prose.reduced(text(sentence)) }

    /// A document with its keys sorted.
    func json(_ data: Data) throws -> String { reduced(try JSONValue(parsing: data), nil).wrapped() }

    /// A page of a list, with the ids of its entries instead of the entries.
    func ids(_ data: Data) throws -> String {
        let members = try JSONValue(parsing: data).members.mapValues { value in
            guard case .list(let entries) = value else { return value }
            return .list(entries.map { $0["id"] ?? $0 })
        }
        return reduced(.object(members), nil).wrapped()
    }

    /// A document of one line.
    func line(_ data: Data) throws -> String { reduced(try JSONValue(parsing: data), nil).description }

    /// Members that hold sentences, if they hold text.
    private static let sentences: Set<String> = [
        "message", "error", "errors", "errorMessage", "reason", "placeholder_reasons", "notes", "affected", "fix",
    ]
    private static let replaced = [
        "path_sha256": "<path hash>", "elapsed_ms": "<duration>",
        "storyboards_per_second": "<duration>", "worker": "<worker>", "freed_bytes": "<bytes>",
    ]

    private func reduced(_ value: JSONValue, _ key: String?) -> JSONValue {
        if let key, let name = Self.replaced[key], value != .null { return .text(name) }
        switch value {
        case .object(var members):
            if key == "jobs", members["from"] == .text("default") { members["value"] = .text("<cores>") }
            return .object(Dictionary(uniqueKeysWithValues: members.map { ($0, reduced($1, $0)) }))
        case .list(let values): return .list(values.map { reduced($0, key) })
        case .text(let text):
            if key == "version", let version = Self.version(text) { return .text(version) }
            let text = self.text(text)
            return .text(key.map(Self.sentences.contains) == true ? prose.marked(text) : text)
        case .integer(let number) where key == "since":
            return Self.isNow(Date(timeIntervalSince1970: Double(number))) ? .text("<now>") : value
        default: return value
        }
    }

    /// A file's version, of inode, bytes, and the times of writing and of change in nanoseconds; nil for another text.
    private static func version(_ text: String) -> String? {
        let facts = text.split(separator: ":").compactMap { Int64($0) }
        guard facts.count == 4 else { return nil }
        let times = facts[2...].map {
            isNow(Date(timeIntervalSince1970: Double($0) / 1e9)) ? "<now>" : String($0)
        }
        return "<inode>:\(facts[1]):\(times[0]):\(times[1])"
    }

    private static func isNow(_ date: Date?) -> Bool { date.map { abs($0.timeIntervalSinceNow) < 3 * 86_400 } ?? false }

    private static func isoDate(_ text: String) -> Date? {
        // Fractions tell nothing here.
        let seconds = text.prefix { $0 != "." && $0 != "Z" }
        return try? Date(seconds + "Z", strategy: .iso8601)
    }

    private static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
