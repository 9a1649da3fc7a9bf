/// The cues of one WebVTT file.
public struct CueTrack: Hashable, Sendable {
    /// The cues in file order, which need not be time order.
    public var cues: [Cue]

    /// Makes a track of cues in file order.
    public init(cues: [Cue]) {
        self.cues = cues
    }

    /// Positions in `cues` by start; cues with equal starts in file order.
    package var positionsByStart: [Int] {
        // Nearly every track is in order, which takes a fraction of what sorting it does.
        if cues.indices.dropFirst().allSatisfy({ cues[$0 - 1].start <= cues[$0].start }) { return Array(cues.indices) }
        return cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }
    }
}
