import TiledJPEG
import WebVTT

/// A sheet as the doctor found it, and the cues that name it.
struct ExaminedSheet: Sendable {
    /// One cue's tile.
    struct Tile: Sendable {
        /// The cue's timing line, counted from 1; nil in JSON.
        let line: Int?
        /// Its rectangle; nil for the whole sheet.
        let fragment: MediaFragment?
    }

    /// The result of requesting the sheet.
    enum Outcome: Sendable {
        case picture(ImageHeader)
        /// It came, and is not a picture that a header could be read from; the sentence says why.
        case unreadable(String)
        /// It did not come; the sentence says why.
        case missing(String)
    }

    /// The URL as the cues name it, without fragment.
    let url: String
    /// Its cues in file order, at least one.
    let tiles: [Tile]
    /// The result of requesting the sheet.
    let outcome: Outcome
    /// The size that readers take it to have without asking; nil where they look at the picture.
    var declared: PixelSize?

    /// The timing line of its first cue.
    var line: Int? { tiles.first?.line ?? nil }

    /// The sheet's name in messages: the URL's last component without query, in quotes.
    var name: String {
        let path = url.prefix { $0 != "?" }
        return String(path.split(separator: "/").last ?? path).quoted
    }

    /// The picture's size as browsers show it; nil when there is none.
    var size: PixelSize? {
        guard case .picture(let header) = outcome else { return nil }
        return header.uprightSize
    }
}
