import NIOCore

/// A simple GET or HEAD request of HTTP/1.1 in the bytes of a connection: without a body, and without header fields
/// that could change its response except `If-None-Match`.
///
/// The decoder would read an accepted request in the same way. All other requests are left to the decoder.
struct PlainRequest {
    let method: ReadMethod
    /// Byte range of the target: a slash and other visible ASCII characters.
    let target: Range<Int>
    /// Byte range of the value of `Host`.
    private(set) var host = 0..<0
    /// Byte range of the value of `If-None-Match`; `nil` without the field.
    private(set) var entityTags: Range<Int>?
    /// Byte range of the value of `traceparent`, which does not change the response; `nil` unless there is exactly one.
    private(set) var trace: Range<Int>?
    /// Length of the request in bytes.
    private(set) var length = 0

    /// Maximum number of header fields. The decoder accepts more.
    private static let mostFields = 100

    /// Parses the request at the beginning of `bytes`; `nil` for all other requests, for incomplete requests, and for
    /// requests of more than `longest` bytes.
    init?(_ bytes: Span<UInt8>, longest: Int) {
        var reader = HeadReader(end: min(bytes.count, longest))
        if reader.take(Self.get, bytes) {
            method = .get
        } else if reader.take(Self.head, bytes) {
            method = .head
        } else {
            return nil
        }
        target = reader.takeTarget(bytes)
        guard !target.isEmpty, bytes[target.lowerBound] == UInt8(ascii: "/"), reader.take(Self.version, bytes) else {
            return nil
        }
        var fields = 0
        var seen: FieldSet = []
        while !reader.take(Self.lineEnd, bytes) {
            fields += 1
            guard fields <= Self.mostFields, let (name, value) = reader.takeField(bytes),
                note(name, value, bytes, &seen)
            else { return nil }
        }
        guard seen.contains(.host) else { return nil }
        length = reader.place
    }

    /// Records a header field; returns `false` if the request has to be left to the decoder.
    private mutating func note(
        _ name: Range<Int>, _ value: Range<Int>, _ bytes: Span<UInt8>, _ seen: inout FieldSet
    ) -> Bool {
        guard let meaning = Self.meaning(of: name, bytes) else { return true }
        switch meaning {
        case .decisive: return false
        case .connection: return HeadReader.isSame(Self.keepAlive, value, bytes)
        case .host:
            host = value
            return seen.insert(.host).inserted
        case .entityTags:
            entityTags = value
            return seen.insert(.entityTags).inserted
        case .trace:
            trace = seen.insert(.trace).inserted ? value : nil
            return true
        }
    }

    private static func meaning(of name: Range<Int>, _ bytes: Span<UInt8>) -> Meaning? {
        for field in fields where HeadReader.isSame(field.name, name, bytes) { return field.meaning }
        return nil
    }
}

extension PlainRequest {
    private enum Meaning {
        case host, entityTags, trace, connection
        /// A field that the router reads, or that concerns a body or the connection.
        case decisive
    }

    private struct FieldSet: OptionSet {
        let rawValue: UInt8

        static let host = FieldSet(rawValue: 1)
        static let entityTags = FieldSet(rawValue: 2)
        static let trace = FieldSet(rawValue: 4)
    }

    private static let get = Array("GET ".utf8)
    private static let head = Array("HEAD ".utf8)
    private static let version = Array(" HTTP/1.1\r\n".utf8)
    private static let lineEnd = Array("\r\n".utf8)
    private static let keepAlive = Array("keep-alive".utf8)

    /// The relevant field names, in lower case.
    private static let fields: [(name: [UInt8], meaning: Meaning)] = [
        ("host", .host), ("if-none-match", .entityTags), ("traceparent", .trace), ("connection", .connection),
        ("authorization", .decisive), ("content-length", .decisive), ("expect", .decisive), ("if-match", .decisive),
        ("if-modified-since", .decisive), ("if-range", .decisive), ("if-unmodified-since", .decisive),
        ("proxy-connection", .decisive), ("range", .decisive), ("transfer-encoding", .decisive),
        ("upgrade", .decisive),
    ].map { (Array($0.utf8), $1) }
}

/// Reads the head of a request from its beginning, in the strictest form of
/// [RFC 9112, sections 3 and 5](https://www.rfc-editor.org/rfc/rfc9112#section-3).
struct HeadReader {
    /// Offset of the next byte.
    private(set) var place = 0
    /// Offset after the last byte.
    let end: Int

    init(end: Int) { self.end = end }

    /// Skips a text; returns `false`, without moving, if the next bytes are different.
    mutating func take(_ text: [UInt8], _ bytes: Span<UInt8>) -> Bool {
        guard end - place >= text.count, bytes.isSame(as: text, at: place) else { return false }
        place += text.count
        return true
    }

    /// Skips visible ASCII characters and returns their range.
    mutating func takeTarget(_ bytes: Span<UInt8>) -> Range<Int> {
        let begin = place
        while place < end, 0x21...0x7E ~= bytes[place] { place &+= 1 }
        return begin..<place
    }

    /// Skips a field line and returns the ranges of name and value. `nil` if the line is invalid, continues another
    /// field, ends with white space or contains a character outside ASCII.
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

    /// Whether the bytes equal this text of lower-case letters and hyphens, ignoring case.
    static func isSame(_ text: [UInt8], _ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        guard text.count == range.count else { return false }
        for index in text.indices where bytes[range.lowerBound &+ index] | 0x20 != text[index] { return false }
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Whether a byte may be part of a field name.
    ///
    /// See [RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        // One bit for each of 64 characters: the first number is for bytes below 64, the second for bytes from 64 on.
        let bits: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return byte < 128 && bits &>> (byte & 63) & 1 == 1
    }
}

extension Span<UInt8> {
    /// Whether the bytes at an offset equal `text`. The span must have enough bytes.
    func isSame(as text: [UInt8], at place: Int) -> Bool {
        for index in text.indices where self[place &+ index] != text[index] { return false }
        return true
    }
}
