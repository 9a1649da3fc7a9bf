/// One deviation from WebVTT that lenient reading looked past.
public struct Repair: Hashable, Sendable {
    /// The kind of a deviation.
    public enum Kind: String, Sendable, CaseIterable {
        /// The file does not begin with the WEBVTT signature.
        case signature
        /// A time has a comma where the point belongs, as in SubRip files.
        case decimalComma
        /// A time is not spelled `hh:mm:ss.mmm` or `mm:ss.mmm`, but is unambiguous.
        case timeSpelling
        /// The times of a cue cannot be read; the cue is left out.
        case unreadableTimes
        /// `->` stands between two times where `-->` is meant.
        case arrow
        /// A URL has `&amp;` instead of `&`.
        case escapedAmpersand
        /// A URL ends in `#x,y,w,h`, without `xywh=`.
        case bareFragment
        /// The numbers of a rectangle have decimals, all of them zero: `#xywh=160.0,0.0,160.0,90.0`.
        case decimalFragment
    }

    /// The kind of the deviation.
    public let kind: Kind
    /// The line it is on, counted from 1; for what concerns a cue, its timing line.
    public let line: Int

    /// Makes a report.
    public init(kind: Kind, line: Int) {
        (self.kind, self.line) = (kind, line)
    }
}

extension Repair: CustomStringConvertible {
    /// One sentence with the line in it.
    public var description: String {
        switch kind {
        case .signature: "Line \(line): read a file that does not begin with WEBVTT."
        case .decimalComma: "Line \(line): took the comma in a time for a point."
        case .timeSpelling: "Line \(line): read a time that is not spelled hh:mm:ss.mmm."
        case .unreadableTimes: "Line \(line): left out a cue whose times cannot be read."
        case .arrow: "Line \(line): took -> between two times for -->."
        case .escapedAmpersand: "Line \(line): took &amp; in a URL for &."
        case .bareFragment: "Line \(line): took #x,y,w,h for #xywh=x,y,w,h."
        case .decimalFragment: "Line \(line): took the decimals of a rectangle for whole numbers."
        }
    }
}
