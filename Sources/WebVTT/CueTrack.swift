/// The cues of one WebVTT file.
public struct CueTrack: Hashable, Sendable {
    /// The cues in file order, which need not be time order.
    public var cues: [Cue]

    /// Makes a track of cues in file order.
    public init(cues: [Cue]) {
        self.cues = cues
    }

    /// Positions in `cues` by start; cues with equal starts in file order.
    var positionsByStart: [Int] {
        cues.indices.sorted { (cues[$0].start, $0) < (cues[$1].start, $1) }
    }
}
