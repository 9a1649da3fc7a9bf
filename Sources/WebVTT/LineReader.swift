/// The lines of a byte buffer, ended by CRLF, CR or LF.
///
/// The reader works on undecoded bytes. All syntax of a file is ASCII, and no byte of a longer UTF-8 sequence is ASCII.
/// So decoding the parts gives the same text as decoding the whole.
package struct LineReader {
    /// One line.
    package struct Line {
        /// Offsets of the line without its end.
        package let range: Range<Int>
        /// Whether the line contains `-->`. If the reader accepts `->`, also whether the line begins with two times and
        /// `->` between them.
        package let hasArrow: Bool
        /// The line's number, counted from 1.
        package let number: Int
    }

    /// The whole file.
    package let bytes: [UInt8]
    private var position = 0
    /// The number of the line at the position, counted from 1.
    private(set) var lineNumber = 1

    private let takesShortArrows: Bool
    /// Whether a byte was read that ``text(_:)`` replaces: a NUL or a CR.
    private var hasReplacedBytes = false

    /// Creates a reader at the first line.
    ///
    /// - Parameter takesShortArrows: Whether `->` between two times also counts as an arrow.
    package init(_ bytes: [UInt8], takesShortArrows: Bool = false) {
        self.bytes = bytes
        self.takesShortArrows = takesShortArrows
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skipByteOrderMark() {
        if bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
    }

    /// Reads the next line and its end; nil if no byte is left.
    package mutating func takeLine() -> Line? {
        guard !isAtEnd else { return nil }
        let start = position
        var hasArrow = false
        var mayHaveShortArrow = false
        while true {
            position = Self.notableByte(of: bytes, from: position)
            guard position < bytes.count else { break }
            let found = position
            let byte = bytes[found]
            if byte == Self.lineFeed || byte == Self.carriageReturn { break }
            position += 1
            guard byte == UInt8(ascii: ">") else {
                hasReplacedBytes = true
                continue
            }
            guard found > start, bytes[found - 1] == 0x2D else { continue }
            mayHaveShortArrow = takesShortArrows
            if found > start + 1, bytes[found - 2] == 0x2D { hasArrow = true }
        }
        if !hasArrow, mayHaveShortArrow { hasArrow = isShortTiming(start..<position) }
        let line = Line(range: start..<position, hasArrow: hasArrow, number: lineNumber)
        _ = takeLineEnd()
        return line
    }

    /// The first position, from `start` on, of a line end, an arrow's head or a NUL; the end if there is none.
    ///
    /// This loop alone reads all other bytes; it takes most of the time of reading a file.
    private static func notableByte(of bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { $0 == lineFeed || $0 == carriageReturn || $0 == UInt8(ascii: ">") || $0 == 0 }
            ?? bytes.count
    }

    /// Whether a line begins with two times and `->` between them, and contains at least two colons.
    private func isShortTiming(_ line: Range<Int>) -> Bool {
        guard bytes[line].count(where: { $0 == UInt8(ascii: ":") }) >= 2 else { return false }
        var cursor = ByteCursor(bytes[line])
        cursor.skipWhitespace()
        guard cursor.takeLooseTimestamp() != nil else { return false }
        cursor.skipWhitespace()
        guard cursor.take(word: "->") else { return false }
        cursor.skipWhitespace()
        return cursor.takeLooseTimestamp() != nil
    }

    /// Returns to the start of an earlier line.
    mutating func giveBack(_ line: Line) {
        (position, lineNumber) = (line.range.lowerBound, line.number)
    }

    /// Skips one line end; false, without moving, if there is none.
    mutating func takeLineEnd() -> Bool {
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case Self.lineFeed:
            position += 1
        case Self.carriageReturn:
            position += 1
            hasReplacedBytes = true
            if position < bytes.count, bytes[position] == Self.lineFeed { position += 1 }
        default:
            return false
        }
        lineNumber += 1
        return true
    }

    mutating func skipLineEnds() {
        while takeLineEnd() {}
    }

    /// Decodes a range of lines that were read: line ends become LF, NUL and invalid UTF-8 become U+FFFD.
    func text(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        let raw = bytes[range]
        guard hasReplacedBytes, raw.contains(where: { $0 == 0 || $0 == Self.carriageReturn }) else {
            return String(decoding: raw, as: UTF8.self)
        }
        var clean: [UInt8] = []
        clean.reserveCapacity(raw.count)
        for (offset, byte) in zip(raw.indices, raw) {
            switch byte {
            case 0: clean.append(contentsOf: [0xEF, 0xBF, 0xBD])
            case Self.carriageReturn: clean.append(Self.lineFeed)
            case Self.lineFeed where offset > range.lowerBound && bytes[offset - 1] == Self.carriageReturn: break
            default: clean.append(byte)
            }
        }
        return String(decoding: clean, as: UTF8.self)
    }

    private static var lineFeed: UInt8 { 0x0A }
    private static var carriageReturn: UInt8 { 0x0D }
}

/// A block of lines with an arrow in one of the first two: a cue, if its times can be read.
struct CueBlock {
    /// The line before the timing line.
    let id: Range<Int>?
    let timings: LineReader.Line
    /// All lines after the timing line, with the line ends between them.
    fileprivate(set) var payload: Range<Int>?
}

extension LineReader {
    /// Whether a line is the signature of WebVTT.
    package func isSignature(_ line: Line) -> Bool {
        let text = bytes[line.range]
        guard text.starts(with: "WEBVTT".utf8) else { return false }
        let next = text.dropFirst(6).first
        return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
    }

    /// Skips the header between the signature and the first block.
    mutating func takeHeader() {
        guard !isAtEnd else { return }
        if !takeLineEnd() { _ = takeBlock(inHeader: true) }
        skipLineEnds()
    }

    /// Reads the lines up to a blank one or to the next timing line; nil if no line can be a timing line.
    ///
    /// Styles and regions need no special case: they have no arrow, so they are not cues. Each line is read at most
    /// twice: only the line that ends the block is given back, and the next block begins with it.
    ///
    /// [WebVTT: collect a WebVTT block](https://www.w3.org/TR/webvtt1/#collect-a-webvtt-block)
    mutating func takeBlock(inHeader: Bool) -> CueBlock? {
        var block: CueBlock?
        var lineCount = 0
        var firstLine: Range<Int>?
        while let line = takeLine(), !line.range.isEmpty {
            lineCount += 1
            if !line.hasArrow {
                if lineCount == 1 { firstLine = line.range }
                let start = block?.payload?.lowerBound ?? line.range.lowerBound
                block?.payload = start..<line.range.upperBound
            } else if !inHeader, block == nil, lineCount <= 2 {
                block = CueBlock(id: firstLine, timings: line)
            } else {
                giveBack(line)
                break
            }
        }
        return block
    }
}
