/// A part of a resource as playlists spell it: `length@offset`, or `length` behind the part before.
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

    /// The offsets in the resource.
    ///
    /// - Parameter end: Where the part before ended, if it was one of the same resource.
    /// - Throws: `malformed` with the line where neither the text nor the part before says where it begins.
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

    /// The text of a range.
    static func text(_ range: Range<Int>) -> String { "\(range.count)@\(range.lowerBound)" }
}
