import WebVTT

/// The text of a playlist while it is written.
struct HLSText {
    private(set) var bytes: [UInt8] = []

    mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
    }

    /// The first lines of a media playlist.
    ///
    /// - Parameters:
    ///   - kind: The tag that says what its segments are.
    ///   - durations: Those of all segments; the target duration is the longest in seconds, rounded up, at least 1.
    mutating func mediaHeader(_ kind: String, durations: some Sequence<Timestamp>, isComplete: Bool) {
        let longest = durations.reduce(Timestamp.zero, max)
        line("#EXTM3U")
        line("#EXT-X-VERSION:7")
        line("#EXT-X-TARGETDURATION:\(max(1, (longest.milliseconds + 999) / 1000))")
        line("#EXT-X-MEDIA-SEQUENCE:0")
        // An unfinished storyboard replaces its last sheet, which neither type of playlist allows.
        if isComplete { line("#EXT-X-PLAYLIST-TYPE:VOD") }
        line(kind)
    }

    /// A URI without what would end its line or its quotation marks: such characters are percent-encoded.
    static func safe(_ uri: String) -> String {
        guard uri.utf8.contains(where: mustEncode) || uri.utf8.first == UInt8(ascii: "#") else { return uri }
        var text: [UInt8] = []
        for (place, byte) in uri.utf8.enumerated() {
            if mustEncode(byte) || (place == 0 && byte == UInt8(ascii: "#")) {
                text.append(contentsOf: [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)])
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func mustEncode(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == 0x7F }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
