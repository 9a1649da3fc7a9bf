public import WebVTT

/// The doctor's findings on a thumbnail track.
public struct Diagnosis: Hashable, Sendable {
    /// One finding for each rule that found something, those that break players first.
    public private(set) var findings: [Finding]

    /// Examines a track by its text alone; never fails, because invalid text is a finding, too.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - duration: The film's length, to compare the last cue with.
    public init(examining bytes: [UInt8], duration: Timestamp? = nil) {
        do {
            let examination = try TrackExamination(bytes, duration: duration)
            // Of text that was never meant for a thumbnail track nothing else is worth saying.
            let rules = examination.isSubtitles ? [DoctorRule.subtitles] : DoctorRule.track
            self.init(rules.compactMap { $0.finding(in: examination) })
        } catch {
            self.init([DoctorRule.notATrack.finding(in: error)].compactMap(\.self))
        }
    }

    /// Examines a storyboard that was read from JSON.
    init(storyboard track: CueTrack, duration: Timestamp? = nil) {
        let examination = TrackExamination(track, duration: duration)
        self.init(DoctorRule.storyboard.compactMap { $0.finding(in: examination) })
    }

    init(_ findings: [Finding] = []) {
        self.findings = []
        add(findings)
    }

    /// Adds findings of further rules.
    mutating func add(_ more: [Finding]) {
        let all = findings + more
        findings = all.filter { $0.severity == .breaks } + all.filter { $0.severity == .advice }
    }

    /// Whether at least one player shows nothing, shows the wrong thing or fails.
    public var breaksPlayers: Bool { findings.contains { $0.severity == .breaks } }
}
