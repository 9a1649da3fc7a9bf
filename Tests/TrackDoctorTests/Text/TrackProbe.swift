import WebVTT

@testable import TrackDoctor

extension DoctorRule where Subject == TrackExamination {
    /// The lines on which the rule finds something in a track; -1 stands for no line in particular.
    func lines(in file: String, duration: Timestamp? = nil) throws -> [Int] {
        try lines(in: Array(file.utf8), duration: duration)
    }

    func lines(in bytes: [UInt8], duration: Timestamp? = nil) throws -> [Int] {
        let finding = finding(in: try TrackExamination(bytes, duration: duration))
        return finding.map { $0.occurrences.map { $0.line ?? -1 } } ?? []
    }
}

/// A track of cues `(start, end, payload)` in milliseconds: the first timing line is line 3, the next line 6.
func track(_ cues: [(Int64, Int64, String)]) -> String {
    cues.reduce("WEBVTT\n") { file, cue in
        let (start, end) = (Timestamp(milliseconds: cue.0), Timestamp(milliseconds: cue.1))
        return file + "\n\(start) --> \(end)\n\(cue.2)\n"
    }
}

/// A track of cues that all show the same tile.
func track(times: [(Int64, Int64)]) -> String {
    track(times.map { ($0.0, $0.1, "s.jpg#xywh=0,0,16,9") })
}

/// A track of contiguous cues with the given payloads, ten seconds each.
func track(payloads: [String]) -> String {
    track(payloads.enumerated().map { (Int64($0.offset) * 10_000, Int64($0.offset + 1) * 10_000, $0.element) })
}
