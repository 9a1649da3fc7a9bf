public import WebVTT

extension CueTrack {
    /// The repaired track in the safe profile; `serialized()` writes it.
    ///
    /// Cues are sorted and adjusted as by `contiguous()`. A payload becomes one line with the fragment `#xywh=x,y,w,h`,
    /// in pixels. If the sheet's size is known, the rectangle is clipped to the sheet, and a missing fragment becomes
    /// the whole sheet. Cues without an image, or with a rectangle that is empty or outside the sheet, are removed, and
    /// the cue before them is extended. Other values stay unchanged: a malformed fragment, and percentages or a missing
    /// fragment if the sheet's size is unknown.
    ///
    /// - Parameters:
    ///   - duration: Length of the film, which becomes the end of the last cue if the cue starts earlier; nil if
    ///     unknown.
    ///   - sheetSize: Returns the size of a sheet in pixels, by its URL in the payload; nil if unknown.
    ///   - address: Returns the new URL of a sheet; by default the same URL.
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
            // If a JSON storyboard does not state the end of its last cue, the cue ends after `openEnd`. The end is
            // limited, because players expect hours of two digits.
            track.cues[last].end = .openEnd
        }
        return track
    }
}

extension CuePayload {
    /// The repaired payload; nil if nothing can be shown.
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
