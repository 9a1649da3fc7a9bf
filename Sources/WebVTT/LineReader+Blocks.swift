/// Lines that belong together, one of the first two with an arrow: a cue, if its times can be read.
struct CueBlock {
    /// The line before the timing line.
    let id: Range<Int>?
    let timings: LineReader.Line
    /// All lines after the timing line, with the line ends between them.
    fileprivate(set) var payload: Range<Int>?
}

extension LineReader {
    /// Whether a line is the one that makes a file WebVTT.
    package func isSignature(_ line: Line) -> Bool {
        let text = bytes[line.range]
        guard text.starts(with: "WEBVTT".utf8) else { return false }
        let next = text.dropFirst(6).first
        return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
    }

    /// Takes what may stand between the signature and the first block.
    mutating func takeHeader() {
        guard !isAtEnd else { return }
        if !takeLineEnd() { _ = takeBlock(inHeader: true) }
        skipLineEnds()
    }

    /// Takes the lines up to a blank one or to the next timing line; nil when none of them can be a timing line.
    ///
    /// Styles and regions need no case of their own: neither has an arrow, so neither is a cue. No line is read more
    /// than twice: only the line that ends the block is given back, and as the first of the next block it stays.
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
