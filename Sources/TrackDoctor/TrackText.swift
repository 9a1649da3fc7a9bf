import Foundation
import PlayerFormats
package import WebVTT

/// A track file of any format: its images, their times, and the findings on its text.
struct TrackText {
    let diagnosis: Diagnosis
    /// The cues in file order; empty for subtitles, BIF files, playlists of frames, multivariant playlists, and files
    /// that cannot be parsed.
    let track: CueTrack
    /// The sheets in the order of their first cues, then the sheets of a manifest's further Representations.
    let sheets: [NamedSheet]
    /// The thumbnail playlists in a multivariant playlist.
    let playlists: [NamedSheet]
    /// A playlist of frames, all of which are in one video file; nil for other formats.
    let frames: HLSMediaPlaylist?
    let pictureCount: Int
    /// The players that read the format, one sentence; nil for WebVTT and JSON.
    let readers: String?

    /// - Parameter addressBytes: Maximum total size of the addresses in a playlist or manifest, in bytes; each tile
    ///   counts its sheet's address.
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

    /// Creates a text of cues; the sheets are derived from the cues.
    ///
    /// - Parameter lines: Line of each cue; nil in JSON.
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
    /// Examines the text of a track, playlist or manifest, without requests.
    ///
    /// - Parameter name: Name of the file.
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

    /// The record `mosaic.json`, which Mosaic writes into the folder of a track.
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

/// The part of a storyboard's record that distinguishes it from other JSON.
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
