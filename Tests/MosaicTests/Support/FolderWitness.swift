import Foundation
import WebVTT

@testable import Mosaic

/// Looks at a published folder as a player and a later run do.
enum FolderWitness {
    /// The first thing that is wrong; nil where track and record can be read and every sheet that either names is
    /// there with the bytes that its name promises.
    static func firstFault(in path: String) -> String? {
        func read(_ name: String) -> [UInt8]? {
            FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
        }
        guard let document = read("thumbnails.vtt") else { return "there is no track" }
        guard let track = try? CueTrack(parsing: document), !track.cues.isEmpty else { return "the track has no cues" }
        guard let record = read("mosaic.json") else { return "there is no record" }
        guard let storyboard = try? Storyboard(parsing: record) else { return "the record cannot be read" }
        for cue in track.cues {
            guard let name = CuePayload(parsing: cue.text)?.url else { return "a cue names no sheet" }
            guard let bytes = read(name) else { return "the track names \(name), which is not there" }
            let hash = ContentHash(of: bytes).hexadecimal(bytes: 16)
            guard name.split(separator: ".").dropFirst().first == hash[...] else { return "\(name) has other bytes" }
        }
        for sheet in storyboard.sheets {
            guard let bytes = read(sheet.name.rawValue) else { return "the record names \(sheet.name), not there" }
            guard bytes.count == sheet.bytes, ContentHash(of: bytes) == sheet.sha256 else {
                return "\(sheet.name) has other bytes than its record"
            }
        }
        return nil
    }
}
