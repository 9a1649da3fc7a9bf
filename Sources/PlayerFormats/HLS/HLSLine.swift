import WebVTT

/// A line of a playlist and its kind.
package struct HLSLine: Hashable, Sendable {
    /// The kind of a line, detected from its first characters.
    package enum Content: Hashable, Sendable {
        /// `#EXT…`; `value` is the range after the first colon, empty without a colon.
        case tag(name: String, value: Range<Int>)
        /// A line that is not blank and does not begin with `#`.
        case uri
        /// Any other line that begins with `#`.
        case comment
        case blank
    }

    package let content: Content
    /// Line number, from 1.
    package let number: Int
    /// Offsets of the line, without white space around it and without its line end.
    package let text: Range<Int>
    /// Offsets of the whole line, including its line end.
    package let whole: Range<Int>

    /// The line's number as the subject of an error.
    var subject: String { "line \(number)" }
}

/// Reads the lines of a playlist, which end with LF or CRLF.
package struct HLSLineReader: Sendable {
    package let bytes: [UInt8]
    private var position: Int
    private var number = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Creates a reader of a playlist within the limit of bytes.
    ///
    /// - Throws: `malformed` without `#EXTM3U`, `limitExceeded`.
    init(playlist bytes: [UInt8]) throws(ThumbnailFormatError) {
        let most = HLSMediaPlaylist.maximumBytes
        guard bytes.count <= most else {
            throw ThumbnailFormatError(.limitExceeded, "playlist", "It has \(bytes.count) bytes, more than \(most).")
        }
        guard Self.isPlaylist(bytes) else { throw ThumbnailFormatError(.malformed, "line 1", "It is not #EXTM3U.") }
        self.init(bytes)
    }

    /// Whether the bytes begin with `#EXTM3U`, as in every playlist.
    package static func isPlaylist(_ bytes: [UInt8]) -> Bool {
        var reader = HLSLineReader(bytes)
        guard case .tag("EXTM3U", _)? = reader.next()?.content else { return false }
        return true
    }

    /// Reads the next line; nil at the end.
    package mutating func next() -> HLSLine? {
        guard position < bytes.count else { return nil }
        let start = position
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        position = min(end + 1, bytes.count)
        number += 1
        var text = start..<end
        while let last = text.last, Self.isSpace(bytes[last]) { text = text.dropLast() }
        while let first = text.first, Self.isSpace(bytes[first]) { text = text.dropFirst() }
        return HLSLine(content: content(text), number: number, text: text, whole: start..<position)
    }

    private func content(_ text: Range<Int>) -> HLSLine.Content {
        guard let first = text.first else { return .blank }
        guard bytes[first] == UInt8(ascii: "#") else { return .uri }
        guard bytes[text].starts(with: "#EXT".utf8) else { return .comment }
        let colon = bytes[text].firstIndex(of: UInt8(ascii: ":"))
        let name = String(decoding: bytes[(first + 1)..<(colon ?? text.upperBound)], as: UTF8.self)
        return .tag(name: name, value: (colon.map { $0 + 1 } ?? text.upperBound)..<text.upperBound)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// Builds the text of a playlist.
struct HLSText {
    private(set) var bytes: [UInt8] = []

    mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
    }

    /// Appends the header of a media playlist.
    ///
    /// - Parameters:
    ///   - kind: Tag for the kind of the segments.
    ///   - durations: Durations of all segments. The target duration is the longest one in seconds, rounded up, at
    ///     least 1.
    mutating func mediaHeader(_ kind: String, durations: some Sequence<Timestamp>, isComplete: Bool) {
        let longest = durations.reduce(Timestamp.zero, max)
        line("#EXTM3U")
        line("#EXT-X-VERSION:7")
        line("#EXT-X-TARGETDURATION:\(max(1, (longest.milliseconds + 999) / 1000))")
        line("#EXT-X-MEDIA-SEQUENCE:0")
        // Without a playlist type, because an unfinished storyboard replaces its last sheet, which no type allows.
        if isComplete { line("#EXT-X-PLAYLIST-TYPE:VOD") }
        line(kind)
    }

    /// Percent-encodes white space, control characters, quotation marks and a leading `#` of a URI, which would end its
    /// line or quotation or make the line a comment.
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
