/// A WebVTT file read as generously as thumbnail tracks in the wild need it.
///
/// Every cue that `CueTrack` reads is read here, too. Beyond that a file may lack its signature, and times and payloads
/// may be spelled as `Repair.Kind` lists; each such place is reported.
public struct LenientTrack: Hashable, Sendable {
    /// The cues in file order.
    public let track: CueTrack
    /// For each cue the number of its timing line, counted from 1.
    public let lines: [Int]
    /// The tolerated deviations, in the order of lines.
    public let repairs: [Repair]

    /// Reads any bytes in which there is a signature or at least one cue; linear in their number.
    ///
    /// - Throws: `WebVTTError.Code.notWebVTT` when there is neither.
    public init(parsing bytes: [UInt8]) throws(WebVTTError) {
        var reader = LenientReader(bytes)
        let hasHeader = reader.takeHeader()
        reader.takeCues()
        guard hasHeader || !reader.cues.isEmpty else {
            throw WebVTTError(
                code: .notWebVTT, line: 1,
                reason: bytes.isEmpty
                    ? "The file is empty." : "The file has neither a WEBVTT signature nor a cue with times.")
        }
        (track, lines, repairs) = (CueTrack(cues: reader.cues), reader.cueLines, reader.repairs)
    }
}
