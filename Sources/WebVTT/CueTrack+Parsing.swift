extension CueTrack {
    /// Reads a WebVTT file of any bytes whatever, as far as cues go.
    ///
    /// Bad UTF-8 becomes U+FFFD, a malformed block is skipped, styles, regions and notes yield nothing. Linear in the
    /// number of bytes.
    ///
    /// [WebVTT: parsing](https://www.w3.org/TR/webvtt1/#file-parsing)
    ///
    /// - Throws: `WebVTTError.Code.notWebVTT` when the signature is missing.
    public init(parsing bytes: [UInt8]) throws(WebVTTError) {
        var lines = LineReader(bytes)
        try lines.takeSignature()
        cues = []
        guard !lines.isAtEnd else { return }
        if !lines.takeLineEnd() { _ = lines.takeBlock(inHeader: true) }
        lines.skipLineEnds()
        while !lines.isAtEnd {
            if let cue = lines.takeBlock(inHeader: false) { cues.append(cue) }
            lines.skipLineEnds()
        }
    }
}

extension LineReader {
    fileprivate mutating func takeSignature() throws(WebVTTError) {
        skipByteOrderMark()
        guard let line = takeLine(), isSignature(line) else {
            throw WebVTTError(
                code: .notWebVTT, line: 1,
                reason: "The file does not begin with WEBVTT and then a space, a tab or a line end.")
        }
    }

    private func isSignature(_ line: Line) -> Bool {
        let text = bytes[line.range]
        guard text.starts(with: "WEBVTT".utf8) else { return false }
        let next = text.dropFirst(6).first
        return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
    }

    /// Takes the lines up to a blank one or to the next timing line, and makes a cue of them if they are one.
    ///
    /// Styles and regions need no case of their own: neither has an arrow, so neither is a cue. No line is read more
    /// than twice: only the line that ends the block is given back, and as the first of the next block it stays.
    ///
    /// [WebVTT: collect a WebVTT block](https://www.w3.org/TR/webvtt1/#collect-a-webvtt-block)
    fileprivate mutating func takeBlock(inHeader: Bool) -> Cue? {
        var cue: Cue?
        var seenArrow = false
        var lineCount = 0
        var firstLine: Range<Int>?
        var payload: Range<Int>?
        while let line = takeLine(), !line.range.isEmpty {
            lineCount += 1
            if !line.hasArrow {
                if lineCount == 1 { firstLine = line.range }
                payload = (payload?.lowerBound ?? line.range.lowerBound)..<line.range.upperBound
            } else if !inHeader, lineCount == 1 || (lineCount == 2 && !seenArrow) {
                seenArrow = true
                cue = makeCue(timings: line.range, id: firstLine)
                payload = nil
            } else {
                giveBack(line)
                break
            }
        }
        if let payload { cue?.text = text(payload) }
        return cue
    }

    /// [WebVTT: collect cue timings and settings](https://www.w3.org/TR/webvtt1/#collect-webvtt-cue-timings-and-settings)
    private func makeCue(timings: Range<Int>, id: Range<Int>?) -> Cue? {
        var cursor = ByteCursor(bytes[timings])
        cursor.skipWhitespace()
        guard let start = cursor.takeTimestamp() else { return nil }
        cursor.skipWhitespace()
        guard cursor.take(word: "-->") else { return nil }
        cursor.skipWhitespace()
        guard let end = cursor.takeTimestamp() else { return nil }
        cursor.skipWhitespace()
        let settings = text(cursor.position..<timings.upperBound)
        return Cue(id: id.map(text) ?? "", start: start, end: end, settings: settings, text: "")
    }
}
