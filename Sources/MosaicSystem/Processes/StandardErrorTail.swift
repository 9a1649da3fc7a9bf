/// The end of what a program wrote for people, however much it wrote.
struct StandardErrorTail {
    /// Bytes that are kept.
    static let limit = 64 << 10
    /// Maximum number of characters of a line in a message.
    private static let longestLine = 300

    private(set) var bytes: [UInt8] = []
    /// Whether the program has closed its end.
    var isComplete = false

    /// Adds bytes and drops the oldest ones.
    mutating func append(_ more: some Collection<UInt8>) {
        bytes += more.suffix(Self.limit)
        if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// The last line that says something, without control characters; nil without any.
    var lastLine: String? {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for line in lines.reversed() {
            let text = String(decoding: line, as: UTF8.self).unicodeScalars.filter { scalar in
                ![.control, .format].contains(scalar.properties.generalCategory)
            }
            let words = String(String.UnicodeScalarView(text)).split(separator: " ").joined(separator: " ")
            if !words.isEmpty { return String(words.prefix(Self.longestLine)) }
        }
        return nil
    }
}
