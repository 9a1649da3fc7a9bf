import Foundation
import TiledJPEG

/// A part of a picture file that a player shows.
struct PlayerPicture: Hashable {
    let url: String
    /// The tile on a sheet; `nil` for the whole picture.
    var rect: PixelRect?
    /// Offsets of the picture in a file that holds many; `nil` for the whole file.
    var range: Range<Int>?
}

/// Look-up of thumbnails as a player does it: the rule in its source, over the files that it loads.
///
/// Rules are ports of a few lines each, named in a comment with the file and version they are in; players themselves are
/// not part of the tests.
struct PlayerRule: Sendable {
    typealias Lookup = (_ seconds: Double) -> PlayerPicture?

    let player: String
    /// The document that the player loads: `thumbnails.vtt`, or that of an export.
    let document: String
    /// Reads documents by their URLs, given the film's length in seconds.
    let open: @Sendable (_ read: (String) throws -> [UInt8], _ length: Double) throws -> Lookup

    init(
        _ player: String, _ document: String,
        open: @escaping @Sendable (_ read: (String) throws -> [UInt8], _ length: Double) throws -> Lookup
    ) {
        self.player = player
        self.document = document
        self.open = open
    }

    static let all = track + playlists + manifests + archives
}

/// Text of a document, taken apart without the project's own readers.
struct DocumentText {
    let text: String

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    /// The value of an attribute in a line or tag; in quotation marks or up to a comma.
    static func attribute(_ name: String, in line: some StringProtocol) -> String? {
        for pattern in ["[ :,]\(name)=\"([^\"]*)\"", "[ :,]\(name)=([^\",]*)"] {
            guard let regex = try? Regex(pattern), let match = String(line).firstMatch(of: regex) else { continue }
            return match.output[1].substring.map(String.init)
        }
        return nil
    }

    static func pair(_ text: String?) -> (Int, Int)? {
        let sides = (text ?? "").split(separator: "x").compactMap { Int($0) }
        return sides.count == 2 ? (sides[0], sides[1]) : nil
    }
}

/// The thumbnails of an export, or of the track, and how often a player shows the right one.
struct PlayerTally: Equatable {
    var right = 0
    /// An earlier tile.
    var late = 0
    /// A later tile.
    var early = 0
    /// No tile, or padding.
    var nothing = 0
    /// The largest number of milliseconds by which a tile is late or early.
    var largest: Int64 = 0
}
