import WebVTT

extension FilmTimes {
    /// The parts of a film that frames are taken from, in order.
    struct Extent {
        /// Each from its first millisecond to the one after its last.
        private let parts: [Range<Int64>]
        /// The milliseconds of all parts.
        let length: Int64
        /// The extent's name in a sentence: the film, or a part of it.
        let noun: String

        /// - Parameters:
        ///   - film: The film's name in errors.
        ///   - length: The film's, in milliseconds.
        ///   - isShortened: Whether the length is a part of the film's.
        ///   - chapters: The film's chapters in the order of time, of which options may skip some.
        /// - Throws: `invalidSettings` if nothing is left, and for a chapter to skip that the film does not have.
        init(
            of film: String, length: Int64, isShortened: Bool = false, _ options: FilmOptions, chapters: [Moment]
        ) throws {
            let start = options.start?.milliseconds(of: length) ?? 0
            let end = min(length, options.end?.milliseconds(of: length) ?? length)
            guard start < end || options.start == nil && options.end == nil else {
                guard options.start != nil else {
                    throw MosaicError(.invalidSettings, "end", "It leaves no part of the film.")
                }
                let isFilmEnd = end == length && !isShortened
                throw MosaicError(
                    .invalidSettings, "start",
                    "\(options.start?.text(at: start) ?? "") is not before the \(isFilmEnd ? "film's end" : "end"), "
                        + "\((isFilmEnd ? nil : options.end)?.text(at: end) ?? "\(Timestamp(milliseconds: end))").")
            }
            let skipped = try Self.skipped(options.skippedChapters, of: film, length, chapters)
            var parts: [Range<Int64>] = []
            var position = start
            for chapter in skipped where chapter.upperBound > position && chapter.lowerBound < end {
                if chapter.lowerBound > position { parts.append(position..<chapter.lowerBound) }
                position = chapter.upperBound
            }
            if position < end || skipped.isEmpty { parts.append(position..<max(position, end)) }
            guard !parts.isEmpty else {
                throw MosaicError(.invalidSettings, "skip-chapters", "The skipped chapters are all of the film.")
            }
            self.parts = parts
            self.length = parts.reduce(0) { $0 + Int64($1.count) }
            if parts == [0..<length], !isShortened {
                noun = "film"
            } else if parts.count == 1 {
                noun =
                    "part from \(Timestamp(milliseconds: parts[0].lowerBound)) to "
                    + "\(Timestamp(milliseconds: parts[0].upperBound))"
            } else {
                noun = "part"
            }
        }

        /// The chapters whose titles contain one of some words, in lower or upper case.
        private static func skipped(
            _ words: [String], of film: String, _ length: Int64, _ chapters: [Moment]
        ) throws -> [Range<Int64>] {
            for word in words where !chapters.contains(where: { $0.isTitled(word) }) {
                let titles = chapters.compactMap(\.title).prefix(5).joined(separator: ", ")
                throw MosaicError(
                    .invalidSettings, film,
                    "No chapter's title contains \(word)"
                        + (titles.isEmpty ? "; the film names no chapters with titles." : "; the first are: \(titles).")
                )
            }
            return chapters.indices.compactMap { index in
                guard words.contains(where: chapters[index].isTitled) else { return nil }
                let start = chapters[index].time.milliseconds
                let end = index + 1 < chapters.count ? chapters[index + 1].time.milliseconds : max(start, length)
                return start..<end
            }
        }

        /// Converts an offset in the joined parts to a time of the film, both in milliseconds.
        func time(at offset: Int64) -> Int64 {
            var rest = offset
            for part in parts {
                if rest < Int64(part.count) { return part.lowerBound + rest }
                rest -= Int64(part.count)
            }
            // A film without length has a frame all the same.
            return (parts.first?.lowerBound ?? 0) + offset
        }

        /// Whether a time lies in one of the parts.
        func contains(_ time: Timestamp) -> Bool { parts.contains { $0.contains(time.milliseconds) } }

        /// The end of the last part.
        var end: Int64 { parts.last?.upperBound ?? 0 }
    }
}

extension FilmTimes.Moment {
    /// Whether the title contains a word, in lower or upper case.
    fileprivate func isTitled(_ word: String) -> Bool {
        title?.lowercased().contains(word.lowercased()) ?? false
    }
}
