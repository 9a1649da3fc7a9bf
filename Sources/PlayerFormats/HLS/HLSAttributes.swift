import TiledJPEG

/// The attribute list of a tag: `NAME=value` or `NAME="value"`, separated by commas.
///
/// See [RFC 8216, 4.2: attribute lists](https://www.rfc-editor.org/rfc/rfc8216#section-4.2).
package struct HLSAttributes: Hashable, Sendable {
    /// Maximum number of attributes of one tag.
    private static let limit = 100

    private var values: [String: [UInt8]] = [:]
    private let subject: String

    /// Parses the part of a line after its colon.
    ///
    /// - Throws: `malformed` with the line for a name without a value, a missing quotation mark, text after a closing
    ///   quotation mark, and a name that occurs twice; `limitExceeded` for more than 100 attributes.
    package init(_ text: ArraySlice<UInt8>, of line: HLSLine) throws(ThumbnailFormatError) {
        subject = line.subject
        var rest = text
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
                throw ThumbnailFormatError(.malformed, subject, "An attribute has no value.")
            }
            let name = String(decoding: rest[..<equals].drop { $0 == 0x20 }, as: UTF8.self)
            rest = rest[(equals + 1)...]
            let value: ArraySlice<UInt8>
            if rest.first == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
                    throw ThumbnailFormatError(
                        .malformed, subject, "The value of \(name) has no closing quotation mark.")
                }
                value = rest[..<end]
                rest = rest[(end + 1)...]
                rest = rest.drop { $0 == 0x20 }
                guard rest.isEmpty || rest.first == UInt8(ascii: ",") else {
                    throw ThumbnailFormatError(.malformed, subject, "Something follows the value of \(name).")
                }
            } else {
                value = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[value.endIndex...]
            }
            rest = rest.dropFirst()
            guard values.count < Self.limit else {
                throw ThumbnailFormatError(.limitExceeded, subject, "It has more than \(Self.limit) attributes.")
            }
            guard values.updateValue(Array(value), forKey: name) == nil else {
                throw ThumbnailFormatError(.malformed, subject, "The attribute \(name) occurs twice.")
            }
        }
    }

    /// The value of an attribute without its quotation marks; nil if the attribute is missing.
    package func text(_ name: String) -> String? {
        values[name].map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a required attribute, not empty.
    func required(_ name: String) throws(ThumbnailFormatError) -> String {
        guard let text = text(name), !text.isEmpty else { throw missing(name) }
        return text
    }

    /// The value of a required attribute as a whole number, 0 or more.
    func number(_ name: String) throws(ThumbnailFormatError) -> Int {
        guard let value = values[name] else { throw missing(name) }
        guard let number = WholeNumber.parse(value) else { throw unreadable(name) }
        return number
    }

    /// The value of a required attribute as two numbers separated by `x`, each 1 or more.
    func pair(_ name: String) throws(ThumbnailFormatError) -> (first: Int, second: Int) {
        guard let value = values[name] else { throw missing(name) }
        guard let pair = WholeNumber.pair(value) else { throw unreadable(name) }
        return pair
    }

    /// The value of a required attribute as a size in pixels, each side 1 or more.
    func size(_ name: String) throws(ThumbnailFormatError) -> PixelSize {
        let (width, height) = try pair(name)
        return PixelSize(width: width, height: height)
    }

    /// The value of a required attribute, decimal seconds, in microseconds.
    func microseconds(_ name: String) throws(ThumbnailFormatError) -> Int64 {
        guard let value = values[name] else { throw missing(name) }
        guard let time = DecimalSeconds.microseconds(value) else { throw unreadable(name) }
        return time
    }

    /// Throws `malformed` with `reason` unless `holds` is true.
    func check(_ holds: Bool, _ reason: String) throws(ThumbnailFormatError) {
        guard holds else { throw ThumbnailFormatError(.malformed, subject, reason) }
    }

    private func missing(_ name: String) -> ThumbnailFormatError {
        ThumbnailFormatError(.malformed, subject, "It has no \(name).")
    }

    private func unreadable(_ name: String) -> ThumbnailFormatError {
        ThumbnailFormatError(.malformed, subject, "Its \(name) cannot be read.")
    }
}

/// A byte range in a playlist: `length@offset`, or `length` if the range follows the previous one.
struct HLSByteRange {
    private let length: Int
    private let offset: Int?

    /// - Throws: `malformed` with the line.
    init(_ text: ArraySlice<UInt8>, _ line: HLSLine) throws(ThumbnailFormatError) {
        let parts = text.split(separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let length = parts.first.flatMap(WholeNumber.parse) else {
            throw ThumbnailFormatError(.malformed, line.subject, "The byte range has no length.")
        }
        self.length = length
        guard parts.count > 1 else {
            offset = nil
            return
        }
        guard let offset = WholeNumber.parse(parts[1]) else {
            throw ThumbnailFormatError(.malformed, line.subject, "The offset of the byte range cannot be read.")
        }
        self.offset = offset
    }

    /// Offsets of the range in its resource.
    ///
    /// - Parameter end: End of the previous range, if it was in the same resource; otherwise nil.
    /// - Throws: `malformed` with the line if neither the text nor a previous range gives the start; `limitExceeded` if
    ///   the end overflows.
    func offsets(after end: Int?, _ line: HLSLine) throws(ThumbnailFormatError) -> Range<Int> {
        guard let start = offset ?? end else {
            throw ThumbnailFormatError(
                .malformed, line.subject, "The byte range has no offset, and no earlier range to follow.")
        }
        let (upper, overflows) = start.addingReportingOverflow(length)
        guard !overflows else {
            throw ThumbnailFormatError(.limitExceeded, line.subject, "The byte range ends past any file.")
        }
        return start..<upper
    }

    /// The text of a range, `length@offset`.
    static func text(_ range: Range<Int>) -> String { "\(range.count)@\(range.lowerBound)" }
}
