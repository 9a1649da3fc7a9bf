/// The cues and repairs of lenient reading so far.
struct LenientReader {
    private var lines: LineReader
    private(set) var cues: [Cue] = []
    private(set) var cueLines: [Int] = []
    private(set) var repairs: [Repair] = []

    init(_ bytes: [UInt8]) {
        lines = LineReader(bytes, takesShortArrows: true)
    }

    /// Takes everything before the first block; false when the file does not even resemble WebVTT there.
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

    /// Another case, space in front, or a word that runs on.
    private func resemblesSignature(_ line: LineReader.Line) -> Bool {
        var cursor = ByteCursor(lines.bytes[line.range])
        _ = cursor.take(word: "\u{FEFF}")
        cursor.skipWhitespace()
        // Clearing the bit that sets lower case apart maps no other byte onto these letters.
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

    /// Nearly no payload needs repair, so one pass over its bytes decides: there is an ampersand, or after a `#` a
    /// digit or anywhere a point.
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
    /// Reads a payload whose fragment lacks its name; nil for any other.
    fileprivate init?(withBareFragment text: String) {
        guard let hash = text.utf8.lastIndex(of: UInt8(ascii: "#")),
            let next = text.utf8[hash...].dropFirst().first, (0x30...0x39).contains(next),
            let payload = CuePayload(parsing: text), payload.fragment != nil
        else { return nil }
        self = payload
    }

    /// Parses a payload whose numbers have only zeros after their points; nil for any other.
    fileprivate init?(withWholeDecimals text: String) {
        guard let payload = CuePayload(parsing: text), let malformed = payload.malformedFragment,
            case .whole(let fragment) = MediaFragment.decimals(in: malformed)
        else { return nil }
        self.init(url: payload.sheetURL, fragment: fragment)
    }
}
