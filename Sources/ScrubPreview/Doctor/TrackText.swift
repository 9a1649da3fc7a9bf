import Foundation
import WebVTT

/// A track's file for the doctor: cues, their lines, and findings on the text.
struct TrackText {
    let diagnosis: Diagnosis
    /// The cues in file order; none where the file cannot be read.
    let track: CueTrack
    /// For each cue its timing line, counted from 1; nil in JSON.
    let lines: [Int]?

    init(_ bytes: [UInt8], name: String, duration: Timestamp?) {
        guard Content(sniffing: bytes) == .json else {
            let examination = try? TrackExamination(bytes, duration: duration)
            diagnosis = Diagnosis(examining: bytes, duration: duration)
            let cues = examination.map { $0.isSubtitles ? [] : $0.cues } ?? []
            track = CueTrack(cues: cues.map(\.cue))
            lines = cues.compactMap(\.line)
            return
        }
        lines = nil
        do {
            track = try StoryboardDocument.read(bytes, name: name)
            diagnosis = Diagnosis(storyboard: track, duration: duration)
        } catch {
            track = CueTrack(cues: [])
            let isRecord = (try? JSONDecoder().decode(RecordOutline.self, from: Data(bytes))) != nil
            let rule = isRecord ? DoctorRule.recordOfStoryboard : .unreadableStoryboard
            diagnosis = Diagnosis([rule.finding(in: error)].compactMap(\.self))
        }
    }
}

extension DoctorRule where Subject == ScrubPreviewError {
    /// JSON that is no storyboard.
    static var unreadableStoryboard: Self {
        Self(
            "unreadable-storyboard", .breaks,
            affected: "No player has anything to show.",
            fix: "Write the storyboard as {url, tileWidth, tileHeight, tiles: [{startTime, x, y}]}, or as WebVTT."
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
