import Foundation
import Mosaic
import WebVTT

/// Looks at a published folder as a player and a later run do.
package enum FolderWitness {
    /// The first thing that is wrong; nil where track and record can be read and every sheet that either names is
    /// there with the bytes that its name promises.
    package static func firstFault(in path: String) -> String? {
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

    /// The first thing that is wrong, also with a tile: each has to show the drawing of its chapter.
    ///
    /// - Parameter drawings: What a chapter's screenshot may show; of one that was drawn anew either is right.
    package static func firstFault(in path: String, showing drawings: (Int) -> [DrawnScreenshot]) -> String? {
        if let fault = firstFault(in: path) { return fault }
        guard let storyboard = try? Storyboard(parsing: bytes(of: path + "/mosaic.json")) else { return "no record" }
        for (number, sheet) in storyboard.sheets.enumerated() {
            guard let jpeg = try? bytes(of: path + "/" + sheet.name.rawValue), let pixels = SheetPixels(jpeg: jpeg),
                pixels.warnings == 0
            else { return "\(sheet.name) cannot be decoded" }
            for tile in storyboard.tiles where tile.sheet == number {
                guard let chapter = tile.chapter else { return "a tile shows no chapter" }
                guard drawings(chapter).contains(where: { pixels.difference(from: $0, at: tile.rect) < 8 }) else {
                    return "the tile of chapter \(chapter) on \(sheet.name) shows something else"
                }
            }
        }
        return nil
    }

    private static func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }
}
