import WebVTT

extension FilmTimes {
    /// Times at equal distances.
    struct Spread {
        /// The usual interval, in milliseconds.
        private static let usual: Int64 = 10_000
        /// Default maximum number of times.
        private static let most: Int64 = 720
        /// Minimum number of times of a film that has at least this many seconds.
        private static let fewest: Int64 = 20
        /// Maximum remainder without a tile, in milliseconds: about one frame.
        private static let longestRemainder: Int64 = 50

        /// Offsets in milliseconds from the start of the film, or of its joined parts.
        let times: [Int64]
        /// Distance from one time to the next, in milliseconds.
        let spacing: Int64
        /// A remark for the user; `nil` without one.
        let remark: String?

        /// Chooses a number of times that suits a film of `length` milliseconds.
        init(over length: Int64, named noun: String = "film", of product: String = "tile") {
            if length >= Self.fewest * 1_000 {
                spacing =
                    length > Self.usual * Self.most
                    ? (length + Self.most - 1) / Self.most
                    : min(Self.usual, (length + Self.fewest - 1) / Self.fewest)
            } else {
                spacing = 1_000
            }
            // A short remainder at the end gets no tile.
            times = Self.times(from: 0, to: length - spacing / 10, every: spacing)
            remark = Self.remark(times.count, product, spacing, length, noun)
        }

        /// Spreads `count` times evenly over a film of `length` milliseconds.
        ///
        /// - Throws: `invalidSettings`.
        init(_ count: Int, over length: Int64, named noun: String = "film", of product: String = "tile") throws {
            try FilmTimes.check(count: count)
            let count = min(Int64(count), max(1, length))
            let (whole, rest) = length.quotientAndRemainder(dividingBy: count)
            times = (0..<count).map { whole * $0 + rest * $0 / count }
            spacing = max(1, (length + count / 2) / count)
            remark = Self.remark(times.count, product, spacing, length, noun)
        }

        /// Spreads times at an interval over a film of `length` milliseconds; at a longer interval if there would be
        /// too many.
        ///
        /// - Throws: `invalidSettings`.
        init(every interval: Timestamp, from start: Timestamp, over length: Int64, of product: String = "tile") throws {
            try FilmTimes.check(interval: interval)
            let (start, wanted) = (start.milliseconds, interval.milliseconds)
            guard start < length || start == 0 else {
                throw MosaicError(
                    .invalidSettings, "start", "The film ends at \(Timestamp(milliseconds: length)), before the start.")
            }
            let needed = (length - start + Int64(mostSpread) - 1) / Int64(mostSpread)
            spacing = max(wanted, needed)
            let remainder = min(Self.longestRemainder, spacing / 10)
            times = Self.times(from: start, to: length - remainder, every: spacing)
            if spacing > wanted {
                remark =
                    "A \(product) every \(Self.seconds(spacing)) instead of \(Self.seconds(wanted)), "
                    + "because a film has at most \(mostSpread) \(product)s."
            } else if times.count == 1, length > start, wanted > length - start {
                remark =
                    "There is one \(product), because the interval, \(interval), is longer than the "
                    + "\(Timestamp(milliseconds: length - start)) that are left of the film; a shorter one makes more "
                    + "\(product)s."
            } else {
                remark = nil
            }
        }

        private static func remark(
            _ count: Int, _ product: String, _ spacing: Int64, _ length: Int64, _ noun: String
        ) -> String? {
            guard count > 1 else { return nil }
            return
                "The \(noun) is \(Timestamp(milliseconds: length)) long: \(count) \(product)s, one every \(seconds(spacing))."
        }

        /// The times from `start` on and before `end`; at least one, even for a film of length 0.
        private static func times(from start: Int64, to end: Int64, every spacing: Int64) -> [Int64] {
            let times = Array(stride(from: start, to: end, by: Int64.Stride(spacing)))
            return times.isEmpty ? [start] : times
        }

        private static func seconds(_ milliseconds: Int64) -> String {
            "\(Timestamp(milliseconds: milliseconds).shortSeconds) s"
        }
    }
}

extension FilmTimes {
    /// - Throws: `invalidSettings` if a number of frames is not within 1...``mostSpread``.
    static func check(count: Int) throws {
        guard (1...mostSpread).contains(count) else {
            throw MosaicError(.invalidSettings, "count", "A count of \(count) is not within 1...\(mostSpread).")
        }
    }

    /// - Throws: `invalidSettings` if the interval is not positive.
    static func check(interval: Timestamp) throws {
        guard interval > .zero else {
            throw MosaicError(.invalidSettings, "interval", "The interval has to be 0.001 seconds or more.")
        }
    }
}

extension FilmTimes {
    /// The parts of a film whose frames are used, in order.
    struct Extent {
        /// The range of each part, in milliseconds from the film's start.
        private let parts: [Range<Int64>]
        /// Length of all parts together, in milliseconds.
        let length: Int64
        /// The noun for the extent in remarks: the film, or a part of it.
        let noun: String

        /// - Parameters:
        ///   - film: The film's name in errors.
        ///   - length: The film's length, in milliseconds.
        ///   - isShortened: Whether `length` is a given duration, shorter than the film.
        ///   - chapters: The film's chapters in ascending order of time; the options may skip some.
        /// - Throws: `invalidSettings` if no part is left, or if a word to skip is missing in all titles of chapters.
        init(
            of film: String, length: Int64, isShortened: Bool = false, _ options: FilmOptions, chapters: [Moment]
        ) throws {
            let start = options.start?.milliseconds(of: length) ?? 0
            let end = min(length, options.end?.milliseconds(of: length) ?? length)
            guard start < end || options.start == nil && options.end == nil else {
                guard options.start != nil else {
                    throw MosaicError(.invalidSettings, "end", "It leaves no part of the film; take a later end.")
                }
                let isFilmEnd = end == length && !isShortened
                throw MosaicError(
                    .invalidSettings, "start",
                    "\(options.start?.text(at: start) ?? "") is not before the \(isFilmEnd ? "film's end" : "end"), "
                        + "\((isFilmEnd ? nil : options.end)?.text(at: end) ?? "\(Timestamp(milliseconds: end))"); "
                        + "take an earlier start.")
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

        /// The ranges, in milliseconds, of chapters whose titles contain one of the words, in lower or upper case.
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
            // A film of length 0 still has a frame.
            return (parts.first?.lowerBound ?? 0) + offset
        }

        /// Whether a time lies in one of the parts.
        func contains(_ time: Timestamp) -> Bool { parts.contains { $0.contains(time.milliseconds) } }

        /// The end of the last part, in milliseconds.
        var end: Int64 { parts.last?.upperBound ?? 0 }
    }
}

extension FilmTimes.Moment {
    /// Whether the title contains a word, in lower or upper case.
    fileprivate func isTitled(_ word: String) -> Bool {
        title?.lowercased().contains(word.lowercased()) ?? false
    }
}
