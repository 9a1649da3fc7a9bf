/// The cues of one WebVTT file.
public struct CueTrack: Hashable, Sendable {
    /// The cues in file order, which need not be time order.
    public var cues: [Cue]

    /// Creates a track of cues in file order.
    public init(cues: [Cue]) {
        self.cues = cues
    }

    /// Positions in `cues` in the order of starts; cues with equal starts are in file order.
    package var positionsByStart: [Int] {
        // Nearly every track is in order. Checking that takes a fraction of the time of sorting.
        if cues.indices.dropFirst().allSatisfy({ cues[$0 - 1].start <= cues[$0].start }) { return Array(cues.indices) }
        return cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }
    }
}

extension CueTrack {
    /// Parses the cues of a WebVTT file; accepts any bytes after the signature.
    ///
    /// Invalid UTF-8 becomes U+FFFD. Malformed blocks, styles, regions and notes are skipped. Linear in the number of
    /// bytes.
    ///
    /// [WebVTT: parsing](https://www.w3.org/TR/webvtt1/#file-parsing)
    ///
    /// - Throws: `WebVTTError.Code.notWebVTT` if the signature is missing.
    public init(parsing bytes: [UInt8]) throws(WebVTTError) {
        var lines = LineReader(bytes)
        lines.skipByteOrderMark()
        guard let line = lines.takeLine(), lines.isSignature(line) else {
            throw WebVTTError(
                code: .notWebVTT, line: 1,
                reason: bytes.isEmpty
                    ? "The file is empty."
                    : "The file does not begin with WEBVTT and then a space, a tab or a line end.")
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

extension CueTrack {
    /// Writes the track as minimal WebVTT, which every thumbnail player reads.
    ///
    /// The text has no byte order mark, no identifiers and no settings. Lines end with LF, times are `hh:mm:ss.ttt`,
    /// and each cue has at most one payload line. Cues are in time order and contiguous, as by `contiguous(from:)`. In
    /// a payload, a run of line ends becomes one space, and NUL becomes U+FFFD. `-->` would end the cue, so it becomes
    /// `--%3E`, the same URL.
    ///
    /// - Parameter firstStart: The time to which the first cue is extended backwards. Nil, or a time after the cue's
    ///   start, leaves the cue unchanged.
    public func serialized(from firstStart: Timestamp? = .zero) -> [UInt8] {
        var bytes = Array("WEBVTT\n".utf8)
        for cue in contiguous(from: firstStart).cues {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(cue.start)
            bytes.append(contentsOf: " --> ".utf8)
            bytes.append(cue.end)
            bytes.append(UInt8(ascii: "\n"))
            let lineStart = bytes.count
            bytes.append(payloadLine: cue.text)
            if bytes.count > lineStart { bytes.append(UInt8(ascii: "\n")) }
        }
        return bytes
    }

    /// The cues in time order without gaps or overlaps: each ends where the next one starts.
    ///
    /// If several cues have the same start, only the first in file order stays, because the others would have no
    /// duration. The last cue ends at the latest end of all cues. If that end is not after the cue's start, the cue
    /// ends at 99:59:59.999, or one millisecond after its start if it starts at or past that time.
    ///
    /// - Parameter firstStart: The time to which the first cue is extended backwards. Nil, or a time after the cue's
    ///   start, leaves the cue unchanged.
    public func contiguous(from firstStart: Timestamp? = .zero) -> CueTrack {
        var kept: [Cue] = []
        for position in positionsByStart {
            let cue = cues[position]
            guard let last = kept.indices.last else {
                kept.append(cue)
                continue
            }
            guard kept[last].start < cue.start else { continue }
            kept[last].end = cue.start
            kept.append(cue)
        }
        if let last = kept.indices.last {
            let start = kept[last].start
            let latest = cues.reduce(start) { max($0, $1.end) }
            let afterStart = Timestamp(milliseconds: start.milliseconds + 1)
            kept[last].end = latest > start ? latest : max(.openEnd, afterStart)
            if let firstStart { kept[0].start = min(firstStart, kept[0].start) }
        }
        return CueTrack(cues: kept)
    }
}

extension [UInt8] {
    fileprivate mutating func append(payloadLine text: String) {
        for byte in text.utf8 {
            switch byte {
            case 0x0A, 0x0D:
                if last != UInt8(ascii: " ") { append(UInt8(ascii: " ")) }
            case 0:
                append(contentsOf: [0xEF, 0xBF, 0xBD])
            case UInt8(ascii: ">") where suffix(2).elementsEqual("--".utf8):
                append(contentsOf: "%3E".utf8)
            default:
                append(byte)
            }
        }
    }
}

extension CueTrack {
    /// At most `maximum` of the cues in time order, evenly spread in time, including the first and, from two cues on,
    /// the last.
    ///
    /// A kept cue is extended to the latest end of the dropped cues after it, but at most to the start of the next kept
    /// cue. So a contiguous track stays contiguous. A track with at most `maximum` cues is returned unchanged.
    public func thinned(to maximum: Int) -> CueTrack {
        guard cues.count > maximum else { return self }
        let order = positionsByStart
        let kept = Self.thinnedPositions(starts: order.map { cues[$0].start }, maximum: maximum)
        var thinned: [Cue] = []
        for (rank, position) in kept.enumerated() {
            var cue = cues[order[position]]
            let isLast = rank + 1 == kept.count
            let next = isLast ? cues.count : kept[rank + 1]
            let limit = isLast ? Timestamp.latest : cues[order[next]].start
            for dropped in order[(position + 1)..<next] {
                cue.end = max(cue.end, min(limit, cues[dropped].end))
            }
            thinned.append(cue)
        }
        return CueTrack(cues: thinned)
    }

    /// Chooses `maximum` of the given times, evenly spread in time, including the first and the last.
    ///
    /// The chosen times are the nearest ones to equal steps of time. A gap longer than a step counts as one step,
    /// because it has no time to choose; its share goes to the denser parts. Deterministic; duration proportional to
    /// the number of times.
    ///
    /// - Parameters:
    ///   - starts: Times in ascending order.
    ///   - maximum: The number of times to choose; 1 chooses the first alone, 0 or less no time.
    /// - Returns: Ascending positions in `starts`, exactly `min(maximum, starts.count)` of them.
    public static func thinnedPositions(starts: [Timestamp], maximum: Int) -> [Int] {
        guard maximum > 0 else { return [] }
        guard starts.count > maximum else { return Array(starts.indices) }
        guard maximum > 1 else { return [0] }
        let gaps = zip(starts, starts.dropFirst()).map { max(0, $1.milliseconds - $0.milliseconds) }
        let longest = longestCountedGap(gaps, steps: maximum - 1)
        let total = gaps.reduce(0.0) { $0 + Double(min($1, longest)) }

        var chosen = [0]
        var position = 0
        var reached = 0.0
        for step in 1..<(maximum - 1) {
            let ideal = total * Double(step) / Double(maximum - 1)
            // Leaves one time for each further step.
            let bound = starts.count - (maximum - step)
            reached += Double(min(gaps[position], longest))
            position += 1
            while position < bound {
                let next = reached + Double(min(gaps[position], longest))
                guard next - ideal < ideal - reached else { break }
                (position, reached) = (position + 1, next)
            }
            chosen.append(position)
        }
        return chosen + [starts.count - 1]
    }

    /// The length, in milliseconds, to which gaps are limited: the largest at which the limited gaps together still
    /// fill `steps` steps of this length. At least 1.
    private static func longestCountedGap(_ gaps: [Int64], steps: Int) -> Int64 {
        var low: Int64 = 0
        var high = gaps.reduce(0, max)
        while low < high {
            let middle = high - (high - low) / 2
            let filled = gaps.reduce(0.0) { $0 + Double(min($1, middle)) }
            if filled >= Double(middle) * Double(steps) { low = middle } else { high = middle - 1 }
        }
        return max(low, 1)
    }
}

/// One cue of a WebVTT file.
public struct Cue: Hashable, Sendable {
    /// The identifier line; empty without one.
    public var id: String
    /// The time at which the cue begins.
    public var start: Timestamp
    /// The time at which the cue ends, exclusive; in a file it may be at or before `start`.
    public var end: Timestamp
    /// The settings after the end time on the timing line, uninterpreted.
    public var settings: String
    /// The payload as in the file, lines joined by LF, no entity decoded. ``LenientTrack`` repairs it.
    public var text: String

    /// Creates a cue.
    public init(id: String = "", start: Timestamp, end: Timestamp, settings: String = "", text: String) {
        self.id = id
        self.start = start
        self.end = end
        self.settings = settings
        self.text = text
    }
}
