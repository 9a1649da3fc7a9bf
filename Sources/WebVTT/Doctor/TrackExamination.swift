/// A track as the text rules see it: its bytes, and what lenient reading makes of them.
package struct TrackExamination: Sendable {
    /// A cue and where it stands.
    package struct ExaminedCue: Sendable {
        /// The cue, its payload repaired.
        package let cue: Cue
        /// The number of the timing line, counted from 1; nil for a cue that does not come from WebVTT.
        package let line: Int?
        /// The picture that the cue names; nil when it names none.
        package let payload: CuePayload?
    }

    /// The whole file.
    package let bytes: [UInt8]
    /// The cues in file order.
    package let cues: [ExaminedCue]
    /// The cues by start, those with equal starts in file order.
    package let cuesInTime: [ExaminedCue]
    /// What lenient reading looked past.
    package let repairs: [Repair]
    /// The film's length, where it is known.
    package let duration: Timestamp?

    /// Reads a track for the rules.
    ///
    /// - Throws: `WebVTTError.Code.notWebVTT` when there is neither a signature nor a cue.
    package init(_ bytes: [UInt8], duration: Timestamp? = nil) throws(WebVTTError) {
        let reading = try LenientTrack(parsing: bytes)
        let cues = zip(reading.track.cues, reading.lines).map { cue, line in
            ExaminedCue(cue: cue, line: line, payload: CuePayload(parsing: cue.text))
        }
        (self.bytes, self.cues, self.repairs, self.duration) = (bytes, cues, reading.repairs, duration)
        cuesInTime = reading.track.positionsByStart.map { cues[$0] }
    }

    /// Takes cues that do not come from WebVTT, in the order of their file.
    package init(_ track: CueTrack, duration: Timestamp? = nil) {
        let cues = track.cues.map { ExaminedCue(cue: $0, line: nil, payload: CuePayload(parsing: $0.text)) }
        (self.bytes, self.cues, self.repairs, self.duration) = ([], cues, [], duration)
        cuesInTime = track.positionsByStart.map { cues[$0] }
    }

    /// Repairs of one kind, in the order of lines.
    func repairs(of kind: Repair.Kind) -> some Sequence<Repair> {
        repairs.lazy.filter { $0.kind == kind }
    }
}
