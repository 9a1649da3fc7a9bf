import WebVTT

/// A track as leniently parsed, for the text rules.
struct TrackExamination: Sendable {
    /// A cue and its line.
    struct ExaminedCue: Sendable {
        /// The cue with its repaired payload.
        let cue: Cue
        /// Number of the timing line, from 1; nil for a cue that does not come from WebVTT.
        let line: Int?
        /// The image in the cue's payload; nil without one.
        let payload: CuePayload?

        /// Whether a number of the rectangle is not whole, such as `1.5`; `1.0` is whole.
        var hasFractionalFragment: Bool {
            guard let fragment = payload?.malformedFragment else { return false }
            if case .fractional = MediaFragment.decimals(in: fragment) { return true }
            return false
        }
    }

    /// The whole file, converted from UTF-16 to UTF-8 if necessary; empty if the cues do not come from WebVTT.
    let bytes: [UInt8]
    /// The cues in file order.
    let cues: [ExaminedCue]
    /// The cues by start; cues with equal starts in file order.
    let cuesInTime: [ExaminedCue]
    /// Faults that lenient parsing repaired.
    let repairs: [Repair]
    /// Whether the file was UTF-16.
    let isUTF16: Bool
    /// Length of the film; nil if unknown.
    let duration: Timestamp?

    /// Parses a track leniently.
    ///
    /// - Throws: `WebVTTError.Code.notWebVTT` if the file has neither a signature nor a cue.
    init(_ bytes: [UInt8], duration: Timestamp? = nil) throws(WebVTTError) {
        let decoded = UTF16Text.utf8(of: bytes)
        let bytes = decoded ?? bytes
        let reading = try LenientTrack(parsing: bytes)
        let cues = zip(reading.track.cues, reading.lines).map { cue, line in
            ExaminedCue(cue: cue, line: line, payload: CuePayload(parsing: cue.text))
        }
        (self.bytes, self.cues, self.repairs, self.duration) = (bytes, cues, reading.repairs, duration)
        isUTF16 = decoded != nil
        cuesInTime = reading.track.positionsByStart.map { cues[$0] }
    }

    /// Creates an examination of cues that do not come from WebVTT, in file order.
    init(_ track: CueTrack, duration: Timestamp? = nil) {
        let cues = track.cues.map { ExaminedCue(cue: $0, line: nil, payload: CuePayload(parsing: $0.text)) }
        (self.bytes, self.cues, self.repairs, self.duration) = ([], cues, [], duration)
        isUTF16 = false
        cuesInTime = track.positionsByStart.map { cues[$0] }
    }

    /// Whether the cues are subtitles: none has a rectangle, and most have words instead of a URL. In a SubRip file,
    /// which has decimal commas and no signature, a single word is enough.
    var isSubtitles: Bool {
        let payloads = cues.compactMap(\.payload)
        guard payloads.allSatisfy({ $0.fragment == nil && $0.malformedFragment == nil }) else { return false }
        let kinds = Set(repairs.map(\.kind))
        let isSubRip = kinds.contains(.signature) && kinds.contains(.decimalComma)
        return payloads.count { $0.isProse(ofOneWord: isSubRip) } * 2 > payloads.count
    }

    /// Whether the file ends in a timing line without a line end, like a truncated file.
    var endsInTimes: Bool {
        let lineEnd = bytes.lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return bytes[(lineEnd.map { $0 + 1 } ?? 0)...].firstRange(of: Array("-->".utf8)) != nil
    }

    /// The repairs of one kind, in the order of lines.
    func repairs(of kind: Repair.Kind) -> some Sequence<Repair> {
        repairs.lazy.filter { $0.kind == kind }
    }
}

extension CuePayload {
    private static let pictureSuffixes = [".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif"]

    /// Whether the payload is text instead of the URL of an image.
    fileprivate func isProse(ofOneWord: Bool) -> Bool {
        let path = url.prefix { $0 != "?" }.lowercased()
        guard ofOneWord || url.contains(" "), !url.contains("://") else { return false }
        return !Self.pictureSuffixes.contains(where: path.hasSuffix)
    }
}

/// Decodes text that was saved as UTF-16.
enum UTF16Text {
    /// The text as UTF-8 without its byte order mark; nil if the bytes are not UTF-16.
    ///
    /// UTF-16 is detected by its byte order mark, or by the signature with a zero byte in every character.
    static func utf8(of bytes: [UInt8]) -> [UInt8]? {
        guard let (isBigEndian, start) = form(bytes.prefix(12)) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for offset in stride(from: start, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func form(_ beginning: ArraySlice<UInt8>) -> (isBigEndian: Bool, start: Int)? {
        // FF FE 00 00 would be UTF-32.
        if beginning.starts(with: [0xFF, 0xFE]), !beginning.starts(with: [0xFF, 0xFE, 0, 0]) { return (false, 2) }
        if beginning.starts(with: [0xFE, 0xFF]) { return (true, 2) }
        if beginning.elementsEqual("WEBVTT".utf8.flatMap { [$0, 0] }) { return (false, 0) }
        if beginning.elementsEqual("WEBVTT".utf8.flatMap { [0, $0] }) { return (true, 0) }
        return nil
    }
}

extension LineReader {
    /// Whether the last read line begins a cue: it is a timing line, or an identifier before one.
    func isFirstLineOfCue(_ line: Line) -> Bool {
        if line.hasArrow { return true }
        var following = self
        return following.takeLine()?.hasArrow ?? false
    }

    /// The number of digits in the hours of a timing line. If the two times differ, the number that is not 2.
    ///
    /// - Returns: `nil` if neither time has hours, or a time is invalid in WebVTT.
    func hourDigits(_ line: Line) -> Int? {
        var cursor = ByteCursor(bytes[line.range])
        cursor.skipWhitespace()
        guard let start = cursor.takeHourDigits() else { return nil }
        cursor.skipWhitespace()
        guard cursor.take(word: "-->") else { return nil }
        cursor.skipWhitespace()
        guard let end = cursor.takeHourDigits() else { return nil }
        let digits = [start, end].filter { $0 > 0 }
        return digits.first { $0 != 2 } ?? digits.first
    }
}

extension ByteCursor {
    /// Reads a WebVTT timestamp; returns the number of digits in its hours, 0 without hours, nil if it is invalid.
    fileprivate mutating func takeHourDigits() -> Int? {
        var time = self
        guard takeTimestamp() != nil else { return nil }
        let first = time.takeNumber()?.digits ?? 0
        _ = time.take(":")
        _ = time.takeNumber()
        return time.peek == UInt8(ascii: ":") ? first : 0
    }
}
