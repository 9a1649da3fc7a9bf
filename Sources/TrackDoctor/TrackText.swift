import Foundation
import PlayerFormats
package import WebVTT

/// A track's file of any format: its pictures, their times, and findings on the text.
struct TrackText {
    let diagnosis: Diagnosis
    /// The cues in file order; none where the file cannot be read or names no pictures.
    let track: CueTrack
    /// The sheets in the order of the cues.
    let sheets: [NamedSheet]
    /// The playlists that a multivariant playlist names.
    let playlists: [NamedSheet]
    /// A playlist of frames, which lie in one file.
    let frames: HLSMediaPlaylist?
    let pictureCount: Int
    /// Which players read the format, one sentence; nil for tracks, which most do.
    let readers: String?

    /// - Parameter addressBytes: Maximum size of all addresses in a playlist or manifest, with one address for each tile.
    init(
        _ bytes: [UInt8], name: String, duration: Timestamp?, addressBytes: Int = Self.maximumAddressBytes
    ) {
        switch FileKind(sniffing: bytes) {
        case .json: self.init(json: bytes, duration: duration)
        case .playlist: self.init(playlist: bytes, duration: duration, addressBytes: addressBytes)
        case .manifest: self.init(manifest: bytes, duration: duration, addressBytes: addressBytes)
        case .bif: self.init(bif: bytes, name: name, duration: duration)
        default:
            let examination = try? TrackExamination(bytes, duration: duration)
            let cues = examination.map { $0.isSubtitles ? [] : $0.cues } ?? []
            self.init(
                Diagnosis(examining: bytes, duration: duration), CueTrack(cues: cues.map(\.cue)),
                lines: cues.compactMap(\.line))
        }
    }

    private init(json bytes: [UInt8], duration: Timestamp?) {
        do {
            let track = try StoryboardJSON.read(bytes)
            self.init(Diagnosis(storyboard: track, duration: duration), track, lines: nil)
        } catch {
            let isRecord = (try? JSONDecoder().decode(RecordOutline.self, from: Data(bytes))) != nil
            let rule = isRecord ? DoctorRule.recordOfStoryboard : .unreadableStoryboard
            self.init(Diagnosis([rule.finding(in: error)].compactMap(\.self)))
        }
    }

    /// Takes findings on cues whose sheets are those that they name.
    ///
    /// - Parameter lines: For each cue its line; nil in JSON.
    init(_ diagnosis: Diagnosis, _ track: CueTrack, lines: [Int]?) {
        self.init(
            diagnosis, track: track, sheets: NamedSheet.list(track, lines: lines), pictureCount: track.cues.count)
    }

    init(
        _ diagnosis: Diagnosis, track: CueTrack = CueTrack(cues: []), sheets: [NamedSheet] = [],
        playlists: [NamedSheet] = [], frames: HLSMediaPlaylist? = nil, pictureCount: Int = 0, readers: String? = nil
    ) {
        (self.diagnosis, self.track, self.sheets) = (diagnosis, track, sheets)
        (self.playlists, self.frames, self.pictureCount, self.readers) = (playlists, frames, pictureCount, readers)
    }
}

extension Diagnosis {
    /// Examines a track, playlist or manifest by its text alone.
    ///
    /// - Parameter name: The file's name.
    package init(document bytes: [UInt8], name: String, duration: Timestamp? = nil) {
        self = TrackText(bytes, name: name, duration: duration).diagnosis
    }
}

extension DoctorRule where Subject == ThumbnailFormatError {
    /// JSON that is not a storyboard.
    static var unreadableStoryboard: Self {
        Self(
            "unreadable-storyboard", .breaks,
            affected: "No player has anything to show.",
            fix: "Write the storyboard as {url, tileWidth, tileHeight, tiles: [{startTime, x, y}]}, as "
                + "[{url, startTime, width, height, coords: {x, y}}], or as WebVTT."
        ) { error, occurrences in
            occurrences.note(error.reason)
        }
    }

    /// The record that Mosaic writes beside a track.
    static var recordOfStoryboard: Self {
        Self(
            "record-of-storyboard", .breaks,
            affected: "No player reads the file.",
            fix: "Name the track that lies beside it, thumbnails.vtt."
        ) { _, occurrences in
            occurrences.note("The file is the record of a storyboard, mosaic.json, not its track.")
        }
    }
}

/// As much of a storyboard's record as tells it from other JSON.
private struct RecordOutline: Decodable {
    struct Sheet: Decodable {
        let sha256: String
    }

    struct Tile: Decodable {
        let start_ms: Int64
    }

    let sheets: [Sheet]
    let tiles: [Tile]
}
