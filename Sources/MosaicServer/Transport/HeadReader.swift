/// Reads the head of a request from its beginning, in the strictest form of
/// [RFC 9112, sections 3 and 5](https://www.rfc-editor.org/rfc/rfc9112#section-3).
struct HeadReader {
    /// The next byte's offset.
    private(set) var place = 0
    /// Where the bytes end.
    let end: Int

    init(end: Int) { self.end = end }

    /// Passes over a text; false, and stays, where other bytes follow.
    mutating func take(_ text: [UInt8], _ bytes: Span<UInt8>) -> Bool {
        guard end - place >= text.count, bytes.isSame(as: text, at: place) else { return false }
        place += text.count
        return true
    }

    /// Passes over visible characters of ASCII.
    mutating func takeTarget(_ bytes: Span<UInt8>) -> Range<Int> {
        let begin = place
        while place < end, 0x21...0x7E ~= bytes[place] { place &+= 1 }
        return begin..<place
    }

    /// Skips the line of a field; nil if it is not a field, continues another one, ends with a space or has a
    /// character outside ASCII.
    mutating func takeField(_ bytes: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>)? {
        let name = place
        while place < end, Self.isToken(bytes[place]) { place &+= 1 }
        let colon = place
        guard colon > name, colon < end, bytes[colon] == UInt8(ascii: ":") else { return nil }
        place = colon + 1
        while place < end, Self.isSpace(bytes[place]) { place &+= 1 }
        let value = place
        while place < end, 0x20...0x7E ~= bytes[place] || Self.isSpace(bytes[place]) { place &+= 1 }
        let last = place
        guard last == value || !Self.isSpace(bytes[last - 1]), end - last >= 2, bytes[last] == UInt8(ascii: "\r"),
            bytes[last + 1] == UInt8(ascii: "\n")
        else { return nil }
        place = last + 2
        return (name..<colon, value..<last)
    }

    /// Whether bytes are this text of small letters and hyphens, in any case.
    static func isSame(_ text: [UInt8], _ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        guard text.count == range.count else { return false }
        for index in text.indices where bytes[range.lowerBound &+ index] | 0x20 != text[index] { return false }
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Whether a byte may be part of a field's name.
    ///
    /// See [RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        // A bit for each of 64 characters: those from the space on, and those from the at sign on.
        let bits: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return byte < 128 && bits &>> (byte & 63) & 1 == 1
    }
}

extension Span<UInt8> {
    /// Whether the bytes at an offset equal `text`; that number of bytes must be there.
    func isSame(as text: [UInt8], at place: Int) -> Bool {
        for index in text.indices where self[place &+ index] != text[index] { return false }
        return true
    }
}
