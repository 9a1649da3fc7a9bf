extension CueTrack {
    /// Parses the cues of a WebVTT file; accepts any bytes after the signature.
    ///
    /// Bad UTF-8 becomes U+FFFD, a malformed block is skipped, styles, regions and notes yield nothing. Linear in the
    /// number of bytes.
    ///
    /// [WebVTT: parsing](https://www.w3.org/TR/webvtt1/#file-parsing)
    ///
    /// - Throws: `WebVTTError.Code.notWebVTT` when the signature is missing.
    public init(parsing bytes: [UInt8]) throws(WebVTTError) {
        var lines = LineReader(bytes)
        lines.skipByteOrderMark()
        guard let line = lines.takeLine(), lines.isSignature(line) else {
            throw WebVTTError(
                code: .notWebVTT, line: 1,
                reason: "The file does not begin with WEBVTT and then a space, a tab or a line end.")
        }
        lines.takeHeader()
        cues = []
        while !lines.isAtEnd {
            if let block = lines.takeBlock(inHeader: false), let cue = lines.cue(of: block) { cues.append(cue) }
            lines.skipLineEnds()
        }
    }
}

extension LineReader {
    /// [WebVTT: collect cue timings and settings](https://www.w3.org/TR/webvtt1/#collect-webvtt-cue-timings-and-settings)
    fileprivate func cue(of block: CueBlock) -> Cue? {
        let timings = block.timings.range
        var cursor = ByteCursor(bytes[timings])
        cursor.skipWhitespace()
        guard let start = cursor.takeTimestamp() else { return nil }
        cursor.skipWhitespace()
        guard cursor.take(word: "-->") else { return nil }
        cursor.skipWhitespace()
        guard let end = cursor.takeTimestamp() else { return nil }
        cursor.skipWhitespace()
        return Cue(
            id: block.id.map(text) ?? "", start: start, end: end,
            settings: text(cursor.position..<timings.upperBound), text: block.payload.map(text) ?? "")
    }
}
