/// A WebVTT file, read with tolerance for the faults of existing thumbnail tracks.
///
/// It has every cue that `CueTrack` reads. In addition, the signature may be missing, and times and payloads may
/// deviate as `Repair.Kind` lists; each deviation is reported.
public struct LenientTrack: Hashable, Sendable {
    /// The cues in file order.
    public let track: CueTrack
    /// For each cue, the number of its timing line, counted from 1.
    public let lines: [Int]
    /// The tolerated deviations, in the order of lines.
    public let repairs: [Repair]

    /// Reads bytes with a signature or at least one cue. Linear in the number of bytes.
    ///
    /// - Throws: `WebVTTError.Code.notWebVTT` if there is neither.
    public init(parsing bytes: [UInt8]) throws(WebVTTError) {
        var reader = LenientReader(bytes)
        let hasHeader = reader.takeHeader()
        reader.takeCues()
        guard hasHeader || !reader.cues.isEmpty else {
            throw WebVTTError(
                code: .notWebVTT, line: 1,
                reason: bytes.isEmpty
                    ? "The file is empty." : "The file has neither a WEBVTT signature nor a cue with times.")
        }
        (track, lines, repairs) = (CueTrack(cues: reader.cues), reader.cueLines, reader.repairs)
    }
}

/// The cues and repairs of lenient reading so far.
struct LenientReader {
    private var lines: LineReader
    private(set) var cues: [Cue] = []
    private(set) var cueLines: [Int] = []
    private(set) var repairs: [Repair] = []

    init(_ bytes: [UInt8]) {
        lines = LineReader(bytes, takesShortArrows: true)
    }

    /// Reads all lines before the first block; false if they do not even resemble a signature.
    mutating func takeHeader() -> Bool {
        lines.skipByteOrderMark()
        guard let first = lines.takeLine() else { return false }
        if lines.isSignature(first) {
            lines.takeHeader()
            return true
        }
        note(.signature, on: 1)
        lines.giveBack(first)
        lines.skipLineEnds()
        guard let line = lines.takeLine() else { return false }
        guard resemblesSignature(line) else {
            lines.giveBack(line)
            return false
        }
        lines.takeHeader()
        return true
    }

    mutating func takeCues() {
        while !lines.isAtEnd {
            if let block = lines.takeBlock(inHeader: false) { take(block) }
            lines.skipLineEnds()
        }
    }

    /// Whether a line resembles the signature: in another case, after whitespace or a second byte order mark, or with
    /// further letters.
    private func resemblesSignature(_ line: LineReader.Line) -> Bool {
        var cursor = ByteCursor(lines.bytes[line.range])
        _ = cursor.take(word: "\u{FEFF}")
        cursor.skipWhitespace()
        // Clearing the case bit maps only lower-case letters to these letters.
        return cursor.rest.prefix(6).map { $0 & 0xDF }.elementsEqual("WEBVTT".utf8)
    }

    private mutating func take(_ block: CueBlock) {
        let number = block.timings.number
        var cursor = ByteCursor(lines.bytes[block.timings.range])
        cursor.skipWhitespace()
        let start = cursor.takeLooseTimestamp()
        cursor.skipWhitespace()
        let hasArrow = cursor.take(word: "-->")
        let hasShortArrow = !hasArrow && cursor.take(word: "->")
        cursor.skipWhitespace()
        guard let start, hasArrow || hasShortArrow, let end = cursor.takeLooseTimestamp() else {
            note(.unreadableTimes, on: number)
            return
        }
        if hasShortArrow { note(.arrow, on: number) }
        if let kind = start.repair { note(kind, on: number) }
        if let kind = end.repair, kind != start.repair { note(kind, on: number) }
        cursor.skipWhitespace()
        let settings = lines.text(cursor.position..<block.timings.range.upperBound)
        cues.append(
            Cue(
                id: block.id.map(lines.text) ?? "", start: start.time, end: end.time, settings: settings,
                text: block.payload.map { payload(at: $0, line: number) } ?? ""))
        cueLines.append(number)
    }

    private mutating func payload(at range: Range<Int>, line: Int) -> String {
        var text = lines.text(range)
        guard Self.mayNeedRepair(lines.bytes, range) else { return text }
        if text.contains("&amp;") {
            note(.escapedAmpersand, on: line)
            text = text.replacing("&amp;", with: "&")
        }
        if let payload = CuePayload(withBareFragment: text) {
            note(.bareFragment, on: line)
            text = payload.description
        }
        if let payload = CuePayload(withWholeDecimals: text) {
            note(.decimalFragment, on: line)
            text = payload.description
        }
        return text
    }

    /// Whether a payload may need repair: it has an ampersand, a digit right after a `#`, or a point anywhere after a
    /// `#`. Few payloads do, so a single pass over the bytes decides.
    private static func mayNeedRepair(_ bytes: [UInt8], _ payload: Range<Int>) -> Bool {
        var hasHash = false
        var position = payload.lowerBound
        while let found = bytes[position..<payload.upperBound].firstIndex(where: {
            $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ".")
        }) {
            position = found + 1
            switch bytes[found] {
            case UInt8(ascii: "#"):
                hasHash = true
                if position < payload.upperBound, (0x30...0x39).contains(bytes[position]) { return true }
            case UInt8(ascii: "."): if hasHash { return true }
            default: return true
            }
        }
        return false
    }

    private mutating func note(_ kind: Repair.Kind, on line: Int) {
        repairs.append(Repair(kind: kind, line: line))
    }
}

extension CuePayload {
    /// Reads a payload whose fragment lacks its name; nil for other payloads.
    fileprivate init?(withBareFragment text: String) {
        guard let hash = text.utf8.lastIndex(of: UInt8(ascii: "#")),
            let next = text.utf8[hash...].dropFirst().first, (0x30...0x39).contains(next),
            let payload = CuePayload(parsing: text), payload.fragment != nil
        else { return nil }
        self = payload
    }

    /// Parses a payload whose numbers have only zeros after their points; nil for other payloads.
    fileprivate init?(withWholeDecimals text: String) {
        guard let payload = CuePayload(parsing: text), let malformed = payload.malformedFragment,
            case .whole(let fragment) = MediaFragment.decimals(in: malformed)
        else { return nil }
        self.init(url: payload.sheetURL, fragment: fragment)
    }
}

/// One deviation from WebVTT that lenient reading tolerated.
public struct Repair: Hashable, Sendable {
    /// The kind of a deviation.
    public enum Kind: String, Sendable, CaseIterable {
        /// The file does not begin with the WEBVTT signature.
        case signature
        /// A time has a comma as decimal point, as in SubRip files.
        case decimalComma
        /// A time is not spelled `hh:mm:ss.mmm` or `mm:ss.mmm`, but is unambiguous.
        case timeSpelling
        /// The times of a cue cannot be read; the cue is left out.
        case unreadableTimes
        /// The times of a cue are separated by `->` instead of `-->`.
        case arrow
        /// A URL has `&amp;` instead of `&`.
        case escapedAmpersand
        /// A URL ends in `#x,y,w,h`, without `xywh=`.
        case bareFragment
        /// The numbers of a rectangle have decimals, all of them zero: `#xywh=160.0,0.0,160.0,90.0`.
        case decimalFragment
    }

    /// The kind of the deviation.
    public let kind: Kind
    /// The line of the deviation, counted from 1; for a deviation in a cue, the cue's timing line.
    public let line: Int

    /// Creates a repair.
    public init(kind: Kind, line: Int) {
        (self.kind, self.line) = (kind, line)
    }
}

extension Repair: CustomStringConvertible {
    /// One sentence with the line number.
    public var description: String {
        switch kind {
        case .signature: "Line \(line): read a file that does not begin with WEBVTT."
        case .decimalComma: "Line \(line): took the comma in a time for a point."
        case .timeSpelling: "Line \(line): read a time that is not spelled hh:mm:ss.mmm."
        case .unreadableTimes: "Line \(line): left out a cue whose times cannot be read."
        case .arrow: "Line \(line): took -> between two times for -->."
        case .escapedAmpersand: "Line \(line): took &amp; in a URL for &."
        case .bareFragment: "Line \(line): took #x,y,w,h for #xywh=x,y,w,h."
        case .decimalFragment: "Line \(line): took the decimals of a rectangle for whole numbers."
        }
    }
}
