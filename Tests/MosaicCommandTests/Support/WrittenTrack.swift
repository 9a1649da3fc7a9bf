import Foundation
import MosaicFixtures
import TiledJPEG
import WebVTT

/// A track that the tool wrote, as a player reads it.
struct WrittenTrack {
    let cues: [Cue]

    init(_ workplace: Workplace, _ name: String = "out/thumbnails.vtt") throws {
        cues = try CueTrack(parsing: workplace.folder.read(name)).cues
    }

    /// URLs without their fragments.
    var urls: [String] { cues.compactMap { CuePayload(parsing: $0.text)?.url } }

    /// Tiles on their sheets.
    var rects: [PixelRect] {
        cues.compactMap { CuePayload(parsing: $0.text)?.fragment }.map {
            PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
        }
    }
}
