import TiledJPEG
package import WebVTT

extension DASHThumbnails {
    /// A static manifest of the thumbnails alone: UTF-8, LF.
    ///
    /// - Parameter duration: The film's length.
    package func manifest(duration: Timestamp) -> [UInt8] {
        let buffer = representations.map(\.segmentDuration).max() ?? .zero
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" profiles=\"urn:mpeg:dash:profile:isoff-live:2011\" "
                + "type=\"static\" mediaPresentationDuration=\"PT\(DecimalSeconds.text(duration))S\" "
                + "minBufferTime=\"PT\(DecimalSeconds.text(buffer))S\">",
            "  <Period id=\"0\" start=\"PT0S\">",
        ]
        lines += self.lines().map { "    \($0)" }
        lines += ["  </Period>", "</MPD>", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// The lines of the AdaptationSet, indented from 0.
    ///
    /// - Parameter prefix: The prefix of the manifest's namespace with its colon.
    func lines(prefix: String = "") -> [String] {
        let templates = Set(representations.map { $0.template(prefix: prefix) })
        var lines = ["<\(prefix)AdaptationSet contentType=\"image\" mimeType=\"image/jpeg\">"]
        // What all have in common is inherited.
        if templates.count == 1, let template = templates.first { lines += template.map { "  " + $0 } }
        for representation in representations {
            let sheet = representation.sheet
            lines += [
                "  <\(prefix)Representation id=\"\(XMLText.escaped(representation.id))\" "
                    + "bandwidth=\"\(representation.bandwidth)\" width=\"\(sheet.width)\" height=\"\(sheet.height)\">",
                "    <\(prefix)EssentialProperty schemeIdUri=\"\(Self.tileScheme)\" "
                    + "value=\"\(representation.columns)x\(representation.rows)\"/>",
            ]
            if templates.count > 1 { lines += representation.template(prefix: prefix).map { "    " + $0 } }
            lines.append("  </\(prefix)Representation>")
        }
        return lines + ["</\(prefix)AdaptationSet>"]
    }
}

extension DASHThumbnails.Representation {
    /// The lines of the SegmentTemplate.
    fileprivate func template(prefix: String) -> [String] {
        let start = "<\(prefix)SegmentTemplate media=\"\(XMLText.escaped(media))\" timescale=\"\(timescale)\" "
        let number = "startNumber=\"\(startNumber)\""
        guard !timeline.isConstant else { return [start + "duration=\"\(timeline.longest)\" \(number)/>"] }
        var lines = [start + number + ">", "  <\(prefix)SegmentTimeline>"]
        for run in timeline.runs {
            let repeats = (run.count ?? 0) - 1
            lines.append(
                "    <\(prefix)S t=\"\(run.start)\" d=\"\(run.ticks)\"" + (repeats == 0 ? "" : " r=\"\(repeats)\"")
                    + "/>")
        }
        return lines + ["  </\(prefix)SegmentTimeline>", "</\(prefix)SegmentTemplate>"]
    }
}
