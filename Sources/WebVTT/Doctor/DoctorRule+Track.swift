extension DoctorRule where Subject == TrackExamination {
    /// The rules on a track's text, in the order in which findings are told.
    package static var track: [Self] {
        [
            signature, byteOrderMark, encoding, lineEnds,
            decimalCommas, timeSpelling, unreadableTimes,
            identifiers, settings, noCues,
            emptyPayloads, payloadLines, escapedAmpersands,
            missingFragments, malformedFragments, bareFragments, emptyFragments, pixelUnits, percentUnits,
            order, firstCue, gaps, overlaps, zeroLengths, sharedSeconds, lastCue, cuesPastTheEnd,
        ]
    }
}
