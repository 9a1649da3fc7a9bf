import WebVTT

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
