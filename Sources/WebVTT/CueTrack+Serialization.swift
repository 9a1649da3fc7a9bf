extension CueTrack {
    /// Writes the track as the plainest WebVTT there is, which every thumbnail player reads.
    ///
    /// No byte order mark, LF, no identifiers, no settings, `hh:mm:ss.ttt`, one payload line per cue, cues in time order
    /// and contiguous: times are those of `contiguous(from:)`. In a payload a run of line ends becomes one space, NUL
    /// becomes U+FFFD, and `-->`, which would end the cue, becomes `--%3E`, the same URL.
    ///
    /// - Parameter firstStart: Where the first cue starts; nil leaves it where it is.
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
    /// Of cues with equal starts the first in file order stays, because the others would have no duration. The last
    /// cue ends at the latest end of all, or, if that is not after its start, at 99:59:59.999 (past that hour: after
    /// one millisecond).
    ///
    /// - Parameter firstStart: Start of the first cue, if that is not after it; nil leaves it unchanged.
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
