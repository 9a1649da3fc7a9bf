/// One cue of a WebVTT file: when, and what.
public struct Cue: Hashable, Sendable {
    /// The identifier line, empty when there was none.
    public var id: String
    /// The first moment of the cue.
    public var start: Timestamp
    /// The moment after the last one of the cue; a file may put it at or before `start`.
    public var end: Timestamp
    /// The settings after the end time on the timing line, uninterpreted.
    public var settings: String
    /// The payload as in the file, lines joined by LF, no entity decoded.
    public var text: String

    /// Makes a cue.
    public init(id: String = "", start: Timestamp, end: Timestamp, settings: String = "", text: String) {
        self.id = id
        self.start = start
        self.end = end
        self.settings = settings
        self.text = text
    }
}
