/// A line of a playlist and its kind.
package struct HLSLine: Hashable, Sendable {
    /// The kind of a line, determined by its first characters.
    package enum Content: Hashable, Sendable {
        /// `#EXT…` and what follows its first colon; an empty range without one.
        case tag(name: String, value: Range<Int>)
        /// A line that does not begin with `#`.
        case uri
        /// Another line that begins with `#`.
        case comment
        case blank
    }

    package let content: Content
    /// Counted from 1.
    package let number: Int
    /// Offsets of the line without space around it and without its end.
    package let text: Range<Int>
    /// Offsets of the whole line, its end included.
    package let whole: Range<Int>

    /// The line for an error.
    var subject: String { "line \(number)" }
}

/// The lines of a playlist, one after the other; LF and CRLF end one.
package struct HLSLineReader: Sendable {
    package let bytes: [UInt8]
    private var position: Int
    private var number = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Whether bytes begin as every playlist does, with `#EXTM3U`.
    package static func isPlaylist(_ bytes: [UInt8]) -> Bool {
        var reader = HLSLineReader(bytes)
        guard case .tag("EXTM3U", _)? = reader.next()?.content else { return false }
        return true
    }

    /// Takes the next line; nil when no byte is left.
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
