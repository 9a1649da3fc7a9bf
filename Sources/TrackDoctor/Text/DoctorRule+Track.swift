import WebVTT

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
