public import WebVTT

extension CueTrack {
    /// The repaired track in the safe profile; `serialized()` writes it.
    ///
    /// Times are those of `contiguous()`. A payload is one line with the fragment `#xywh=x,y,w,h`, in pixels and within
    /// the sheet where its size is known; without a fragment it names the whole sheet. Cues that name no picture or an
    /// empty rectangle are removed, and the cue before them is extended. Values that cannot be derived stay unchanged:
    /// a malformed fragment, and percentages or a missing fragment of a sheet whose size is unknown.
    ///
    /// - Parameters:
    ///   - duration: The film's length, where the last cue then ends.
    ///   - sheetSize: Pixels of the sheet at a URL as the payload names it, nil where unknown.
    ///   - address: The new URL of a sheet; by default the same.
    public func repaired(
        duration: Timestamp? = nil, sheetSize: (_ url: String) -> (width: Int, height: Int)? = { _ in nil },
        address: (_ url: String) -> String = { $0 }
    ) -> CueTrack {
        var kept: [Cue] = []
        for cue in cues {
            guard let payload = CuePayload(parsing: cue.text),
                var repaired = payload.repaired(on: sheetSize(payload.sheetURL))
            else { continue }
            repaired.url = address(repaired.url)
            kept.append(Cue(start: cue.start, end: cue.end, text: repaired.description))
        }
        var track = CueTrack(cues: kept).contiguous()
        if let duration, let last = track.cues.indices.last, track.cues[last].start < duration {
            track.cues[last].end = duration
        } else if let last = track.cues.indices.last, track.cues[last].end > .openEnd, track.cues[last].start < .openEnd
        {
            // Ends of JSON storyboards that do not say theirs, and other ends of no film: hours have two digits.
            track.cues[last].end = .openEnd
        }
        return track
    }
}

extension CuePayload {
    /// Nil when there is nothing to show.
    fileprivate func repaired(on sheet: (width: Int, height: Int)?) -> CuePayload? {
        guard let fragment else {
            guard let sheet, malformedFragment == nil else { return self }
            let whole = MediaFragment(x: 0, y: 0, width: sheet.width, height: sheet.height)
            return CuePayload(url: url, fragment: whole)
        }
        guard fragment.width > 0, fragment.height > 0 else { return nil }
        guard let sheet else { return self }
        guard let part = fragment.intersection(sheetWidth: sheet.width, sheetHeight: sheet.height) else { return nil }
        return CuePayload(url: url, fragment: part)
    }
}
