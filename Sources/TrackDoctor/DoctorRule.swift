import PlayerFormats
public import WebVTT

/// One thing that the doctor looks for in a `Subject`.
struct DoctorRule<Subject>: Sendable {
    /// Lower case with hyphens, the same in every release.
    let name: String
    /// How much a finding matters.
    let severity: Finding.Severity
    /// Which players are affected, and how: a full sentence.
    let affected: String
    /// The remedy: a full sentence.
    let fix: String
    private let check: @Sendable (Subject, inout Occurrences) -> Void

    /// Makes a rule; `check` notes every place.
    init(
        _ name: String, _ severity: Finding.Severity, affected: String, fix: String,
        check: @escaping @Sendable (Subject, inout Occurrences) -> Void
    ) {
        (self.name, self.severity, self.affected, self.fix, self.check) = (name, severity, affected, fix, check)
    }

    /// Applies the rule; nil when there is nothing to find.
    func finding(in subject: Subject) -> Finding? {
        var occurrences = Occurrences()
        check(subject, &occurrences)
        guard occurrences.count > 0 else { return nil }
        return Finding(
            rule: name, severity: severity, affected: affected, fix: fix, occurrences: occurrences.first,
            count: occurrences.count)
    }
}

/// The places where a rule applies: all of them counted, the first few kept.
struct Occurrences {
    private static let limit = 10

    private(set) var first: [Finding.Occurrence] = []
    private(set) var count = 0

    /// Adds a place; the message is only made where it is kept.
    mutating func note(line: Int? = nil, _ message: @autoclosure () -> String) {
        count += 1
        if count <= Self.limit { first.append(Finding.Occurrence(line: line, message: message())) }
    }
}

extension DoctorRule where Subject == TrackExamination {
    /// The rules on a track's text, in the order of the report.
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

    /// Those of them that hold for a storyboard in JSON, which has no text to get wrong and which few players read.
    static var storyboard: [Self] {
        [
            noCues, emptyPayloads, malformedFragments, emptyFragments, pixelUnits, percentUnits,
            firstCue, gaps, zeroLengths, lastCue, cuesPastTheEnd,
        ]
    }
}

/// Rules on files that break their own format.
extension DoctorRule where Subject == ThumbnailFormatError {
    /// A playlist that cannot be read.
    static var unreadablePlaylist: Self {
        unreadable(
            "unreadable-playlist", fix: "Write the line as RFC 8216 and Image Media Playlist, version 0.4, have it.")
    }

    /// A manifest that cannot be read.
    static var unreadableManifest: Self {
        unreadable("unreadable-manifest", fix: "Write well-formed XML in UTF-8, without a DOCTYPE.")
    }

    /// A BIF file that cannot be read.
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

/// Places in a thumbnail track that break one rule of the doctor.
public struct Finding: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Sendable, CaseIterable {
        /// At least one player shows nothing, shows the wrong thing or fails.
        case breaks
        /// Players cope, at a price or with luck.
        case advice
    }

    /// One place where it was found.
    public struct Occurrence: Hashable, Sendable {
        /// The line of the track, counted from 1; nil for what concerns no line in particular.
        public let line: Int?
        /// The fault: one sentence with the facts in it.
        public let message: String
    }

    /// The rule's name, lower case with hyphens.
    public let rule: String
    /// How much it matters.
    public let severity: Severity
    /// Which players are affected, and how.
    public let affected: String
    /// The remedy, in one line.
    public let fix: String
    /// The first places, at most ten; never empty.
    public let occurrences: [Occurrence]
    /// The number of places, 1 or more.
    public let count: Int

    /// The line of the first place.
    public var line: Int? { occurrences.first?.line }
    /// The message of the first place.
    public var message: String { occurrences.first?.message ?? "" }
}

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
