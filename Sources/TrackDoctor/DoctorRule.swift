import PlayerFormats
public import WebVTT

/// A check for one kind of fault in a `Subject`.
struct DoctorRule<Subject>: Sendable {
    /// The rule's name, in lower case with hyphens, the same in every release.
    let name: String
    let severity: Finding.Severity
    /// The affected players and the effect, one sentence.
    let affected: String
    /// The remedy, one sentence.
    let fix: String
    private let check: @Sendable (Subject, inout Occurrences) -> Void

    /// Creates a rule; `check` notes every occurrence.
    init(
        _ name: String, _ severity: Finding.Severity, affected: String, fix: String,
        check: @escaping @Sendable (Subject, inout Occurrences) -> Void
    ) {
        (self.name, self.severity, self.affected, self.fix, self.check) = (name, severity, affected, fix, check)
    }

    /// Applies the rule; nil without occurrences.
    func finding(in subject: Subject) -> Finding? {
        var occurrences = Occurrences()
        check(subject, &occurrences)
        guard occurrences.count > 0 else { return nil }
        return Finding(
            rule: name, severity: severity, affected: affected, fix: fix, occurrences: occurrences.first,
            count: occurrences.count)
    }
}

/// The occurrences that a rule found: all are counted, the first ten are kept.
struct Occurrences {
    private static let limit = 10

    private(set) var first: [Finding.Occurrence] = []
    private(set) var count = 0

    /// Adds an occurrence. The message is created only if the occurrence is kept.
    mutating func note(line: Int? = nil, _ message: @autoclosure () -> String) {
        count += 1
        if count <= Self.limit { first.append(Finding.Occurrence(line: line, message: message())) }
    }
}

extension DoctorRule where Subject == TrackExamination {
    /// Rules on a track's text, in report order.
    static var track: [Self] {
        [
            subtitles, signature, utf16, byteOrderMark, encoding, lineEnds, blankLines, unseparatedCues,
            arrows, decimalCommas, timeSpelling, hourDigits, unreadableTimes,
            identifiers, settings, noCues,
            emptyPayloads, payloadLines, escapedAmpersands, rootAbsoluteURLs, mixedURLs, doubleSlashes,
            missingFragments, malformedFragments, decimalFragments, bareFragments, combinedFragments, emptyFragments,
            pixelUnits, percentUnits,
            order, firstCue, gaps, overlaps, zeroLengths, sharedSeconds, lastCue, cuesPastTheEnd,
        ]
    }

    /// Rules on a storyboard in JSON, in report order. They exclude rules on text, and rules on players that do not
    /// read JSON.
    static var storyboard: [Self] {
        [
            noCues, emptyPayloads, malformedFragments, emptyFragments, pixelUnits, percentUnits,
            firstCue, gaps, zeroLengths, lastCue, cuesPastTheEnd,
        ]
    }
}

/// Rules on files that violate their format.
extension DoctorRule where Subject == ThumbnailFormatError {
    /// A malformed or unsupported playlist.
    static var unreadablePlaylist: Self {
        unreadable(
            "unreadable-playlist", fix: "Write the line as RFC 8216 and Image Media Playlist, version 0.4, have it.")
    }

    /// A malformed or unsupported manifest.
    static var unreadableManifest: Self {
        unreadable("unreadable-manifest", fix: "Write well-formed XML in UTF-8, without a DOCTYPE.")
    }

    /// A malformed or unsupported BIF file.
    static var unreadableBIF: Self {
        unreadable("unreadable-bif", fix: "Write the file again; look whether all of it was copied.")
    }

    private static func unreadable(_ name: String, fix: String) -> Self {
        Self(name, .breaks, affected: "Players refuse the whole file, or read it in different ways.", fix: fix) {
            error, occurrences in
            let line = error.subject.hasPrefix("line ") ? Int(error.subject.dropFirst(5)) : nil
            occurrences.note(line: line, line == nil ? "\(error.subject): \(error.reason)" : error.reason)
        }
    }
}

/// The occurrences of one kind of fault in a thumbnail track.
public struct Finding: Hashable, Sendable {
    /// The severity of a finding.
    public enum Severity: String, Sendable, CaseIterable {
        /// At least one player shows nothing, shows the wrong thing or fails.
        case breaks
        /// Players work, but with a disadvantage or only in most cases.
        case advice
    }

    /// One occurrence of the fault.
    public struct Occurrence: Hashable, Sendable {
        /// Line of the track, from 1; nil if the fault does not belong to a line.
        public let line: Int?
        /// The fault in one sentence, with the facts.
        public let message: String
    }

    /// Name of the rule, in lower case with hyphens.
    public let rule: String
    /// Severity of the finding.
    public let severity: Severity
    /// The affected players and the effect, one sentence.
    public let affected: String
    /// The remedy, one sentence.
    public let fix: String
    /// The first occurrences, 1...10.
    public let occurrences: [Occurrence]
    /// The number of occurrences, 1 or more.
    public let count: Int

    /// The line of the first occurrence; nil if it does not belong to a line.
    public var line: Int? { occurrences.first?.line }
    /// The message of the first occurrence.
    public var message: String { occurrences.first?.message ?? "" }
}

/// The doctor's findings on a thumbnail track.
public struct Diagnosis: Hashable, Sendable {
    /// One finding for each rule with occurrences; findings that break players come first.
    public private(set) var findings: [Finding]

    /// Examines the text of a track. Never fails, because invalid text is a finding, too.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - duration: Length of the film, for comparison with the end of the last cue.
    public init(examining bytes: [UInt8], duration: Timestamp? = nil) {
        do {
            let examination = try TrackExamination(bytes, duration: duration)
            // Subtitles are not a thumbnail track, so the other rules do not apply.
            let rules = examination.isSubtitles ? [DoctorRule.subtitles] : DoctorRule.track
            self.init(rules.compactMap { $0.finding(in: examination) })
        } catch {
            self.init([DoctorRule.notATrack.finding(in: error)].compactMap(\.self))
        }
    }

    /// Examines a storyboard from JSON.
    init(storyboard track: CueTrack, duration: Timestamp? = nil) {
        let examination = TrackExamination(track, duration: duration)
        self.init(DoctorRule.storyboard.compactMap { $0.finding(in: examination) })
    }

    init(_ findings: [Finding] = []) {
        self.findings = []
        add(findings)
    }

    /// Adds the findings of further rules.
    mutating func add(_ more: [Finding]) {
        let all = findings + more
        findings = all.filter { $0.severity == .breaks } + all.filter { $0.severity == .advice }
    }

    /// Whether at least one player shows nothing, shows the wrong thing or fails.
    public var breaksPlayers: Bool { findings.contains { $0.severity == .breaks } }
}
