import FilmProtocol
package import WebVTT

/// The times of a film's frames, computed from its length and the caller's wishes alone.
package struct FilmTimes: Hashable, Sendable {
    /// A time with its title and chapter.
    package struct Moment: Hashable, Sendable {
        /// The playback time.
        package let time: Timestamp
        /// Its title; nil without one.
        package let title: String?
        /// The chapter's number from 1; nil where it begins none.
        package let chapter: Int?
        /// The line of the list that names the time, counted from 1; nil without a list.
        package let line: Int?

        package init(time: Timestamp, title: String? = nil, chapter: Int? = nil, line: Int? = nil) {
            self.line = line
            self.time = time
            self.title = title
            self.chapter = chapter
        }
    }

    /// The times that are wanted.
    package enum Request: Hashable, Sendable {
        /// A number of times that suits the film's length.
        case suitable
        /// Times at an interval.
        case interval(Timestamp, from: Timestamp)
        /// A number of times, evenly spread.
        case count(Int)
        /// Times that are known.
        case listed([Moment])

        fileprivate var isListed: Bool { if case .listed = self { true } else { false } }
    }

    /// The most frames that are spread over a film.
    package static let mostSpread = 10_000
    /// Films that are shorter get exact frames, because that costs little.
    package static let short = Timestamp(milliseconds: 120_000)
    /// The farthest stand-in for a uniform frame, in milliseconds.
    private static let farthest: Int64 = 5_000
    /// The farthest stand-in for a damaged frame at a listed time, in milliseconds.
    private static let farthestWhole: Int64 = 10_000
    /// Where tiles are so far apart or farther, in milliseconds, the last may repeat a key frame if less than such a part
    /// of the spacing is left behind it: an exact frame costs up to all frames between two key frames.
    private static let wideSpacing: Int64 = 10_000
    private static let remainderPart: Int64 = 10

    /// The times in order.
    package let moments: [Moment]
    /// Listed times at or past the film's end.
    package let pastEnd: [Moment]
    /// The time from one frame to the next; nil where times are listed.
    package let spacing: Timestamp?
    /// Which frames stand for the times.
    package let choice: FrameSelection.Choice
    /// Sentences for the user.
    package let remarks: [String]
    private let avoidsBlank: Bool
    /// Whether hardly anything of the film is left behind the last time.
    private let endsWithRemainder: Bool

    /// Computes times.
    ///
    /// - Parameters:
    ///   - length: The film's length; nil where it is not known.
    ///   - request: The times that are wanted.
    ///   - options: Which frames stand for them.
    ///   - film: The film's name in errors.
    ///   - isShortened: Whether `length` is a part of the film's.
    ///   - product: The thing that a frame becomes, in remarks.
    ///   - chapters: The film's chapters, of which the options may skip some.
    /// - Throws: `invalidSettings`, `limitExceeded`, `noScreenshots` where all times are past the end; `malformed` where
    ///   the length is needed and not known.
    package init(
        of film: String, length: Timestamp?, _ request: Request, _ options: FilmOptions = FilmOptions(),
        isShortened: Bool = false, into product: String = "tile", chapters: [Moment] = []
    ) throws {
        var spread: Spread?
        var listed: (beforeEnd: [Moment], pastEnd: [Moment]) = ([], [])
        let takesPart = options.start != nil || options.end != nil || !options.skippedChapters.isEmpty
        var extent: Extent?
        if takesPart || !request.isListed {
            extent = try Extent(
                of: film, length: Self.known(length, film), isShortened: isShortened, options, chapters: chapters)
        }
        switch (request, extent) {
        case (.listed(let all), let extent):
            listed = try Self.split(
                extent.map { extent in all.filter { extent.contains($0.time) } } ?? all, at: length, film)
        case (.suitable, let extent?): spread = Spread(over: extent.length, named: extent.noun, of: product)
        case (.count(let count), let extent?):
            spread = try Spread(count, over: extent.length, named: extent.noun, of: product)
        case (.interval(let interval, let start), let extent?):
            spread = try Spread(every: interval, from: start, over: extent.length, of: product)
        case (_, nil): break
        }
        moments =
            spread?.times.map { Moment(time: Timestamp(milliseconds: extent?.time(at: $0) ?? $0)) } ?? listed.beforeEnd
        pastEnd = listed.pastEnd
        spacing = (spread?.spacing).map { Timestamp(milliseconds: $0) }
        remarks = [spread?.remark, isShortened ? nil : length.flatMap { Self.remark(on: options.end, pastEndOf: $0) }]
            .compactMap(\.self)
        choice = Self.choice(options.exactness, request, length)
        // The frame at the time excludes a stand-in.
        avoidsBlank = options.avoidsBlank && options.exactness != .always
        let rest = (extent?.end ?? length?.milliseconds ?? .max) - (moments.last?.time.milliseconds ?? 0)
        endsWithRemainder =
            moments.count > 1 && spacing?.milliseconds ?? 0 >= Self.wideSpacing
            && rest < (spacing?.milliseconds ?? 0) / Self.remainderPart
    }

    /// The remark on an end that is past the film's by more than a second.
    private static func remark(on end: FilmPosition?, pastEndOf film: Timestamp) -> String? {
        guard case .time(let end) = end, end.milliseconds - film.milliseconds > 1_000 else { return nil }
        return "The given end, \(end), is past the film's end, \(film)."
    }

    /// Sorts listed times and separates those past the end.
    private static func split(
        _ listed: [Moment], at end: Timestamp?, _ film: String
    ) throws -> (beforeEnd: [Moment], pastEnd: [Moment]) {
        guard listed.count <= FilmRequest.mostFrames else {
            throw MosaicError(
                .limitExceeded, film, "\(listed.count) times exceed the limit of \(FilmRequest.mostFrames).")
        }
        let sorted = listed.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        let count = end.map { end in sorted.count { $0.time < end } } ?? sorted.count
        guard count > 0 else {
            throw MosaicError(
                .noScreenshots, film,
                listed.isEmpty
                    ? "No time is listed." : "The film ends at \(end ?? .zero), before all \(listed.count) times.")
        }
        return (Array(sorted.prefix(count)), Array(sorted.dropFirst(count)))
    }

    /// The length in milliseconds.
    private static func known(_ length: Timestamp?, _ film: String) throws -> Int64 {
        guard let length else {
            throw MosaicError(
                .malformed, film, "Its length is not known: give it by --duration, or list times by --times.")
        }
        return length.milliseconds
    }

    private static func choice(
        _ exactness: FilmOptions.Exactness, _ request: Request, _ length: Timestamp?
    ) -> FrameSelection.Choice {
        switch (exactness, request) {
        case (.always, _), (.auto, .listed): .exact
        case (.never, _): .key
        case (.auto, _): length.map { $0 < short } ?? false ? .exact : .keyOnce
        }
    }

    /// The selection of the frame of a time. A replacement of a nearly uniform frame lies at most half way to the
    /// next or previous time.
    package func selection(at index: Int) -> FrameSelection {
        let time = moments[index].time.milliseconds
        let before = index > 0 ? moments[index - 1].time : nil
        let after = index + 1 < moments.count ? moments[index + 1].time : nil
        var gaps = [before.map { time - $0.milliseconds }, after.map { $0.milliseconds - time }].compactMap(\.self)
        // A tile that is made again has to know the reach of the one before it, so it is the same for all.
        if let spacing, moments.count > 1 { gaps = [spacing.milliseconds] }
        let reach = Timestamp(milliseconds: avoidsBlank ? min(Self.farthest, (gaps.min() ?? .max) / 2) : 0)
        let room =
            spacing
            ?? Timestamp(milliseconds: min(Self.farthestWhole, after.map { $0.milliseconds - time } ?? .max))
        guard choice == .keyOnce, let spacing else {
            return FrameSelection(choice: choice, reach: reach, spacing: .zero, previous: nil, room: room)
        }
        let isRemainder = endsWithRemainder && index == moments.count - 1
        return FrameSelection(
            choice: isRemainder ? .key : .keyOnce, reach: reach, spacing: spacing,
            previous: isRemainder ? nil : before, room: room)
    }

    /// `83.5`: seconds without zeros at their end.
    static func decimalSeconds(_ milliseconds: Int64) -> String {
        var text = Timestamp(milliseconds: milliseconds).decimalSeconds
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}

/// How one frame of a film is chosen.
///
/// Together with the film's version and the wanted time it decides the picture, so that a tile is reused only where it
/// is the same.
package struct FrameSelection: Hashable, Sendable, CustomStringConvertible {
    /// Which frame stands for a time.
    package enum Choice: String, Hashable, Sendable, Encodable {
        /// The frame that is shown then.
        case exact
        /// The key frame at or before it, or the exact frame where that key frame stands for the time before.
        case keyOnce = "key_once"
        /// The key frame at or before it.
        case key

        /// The same in a request.
        var requested: FilmRequest.Choice {
            switch self {
            case .exact: .exact
            case .keyOnce: .keyOnce
            case .key: .key
            }
        }
    }

    /// Which frame stands for the time.
    package let choice: Choice
    /// Maximum distance from the time of a key frame that replaces a nearly uniform frame.
    package let reach: Timestamp
    /// From one time to the next, where key frames are shared out among times; zero elsewhere.
    package let spacing: Timestamp
    /// The time before, whose key frame is not used again; nil for the first time and where key frames repeat.
    package let previous: Timestamp?
    /// Maximum delay after the time of an intact key frame that replaces a damaged or missing frame. An undamaged
    /// film has the same pictures with any room, so that ``description`` leaves it out.
    package let room: Timestamp

    /// Such as `exact` or `key_once after 10000 within 5000 every 10000`, in milliseconds.
    package var description: String {
        var words = [choice.rawValue]
        if let previous { words.append("after \(previous.milliseconds)") }
        if reach > .zero { words.append("within \(reach.milliseconds)") }
        if spacing > .zero { words.append("every \(spacing.milliseconds)") }
        return words.joined(separator: " ")
    }

    /// The frame as a request names it.
    func frame(at time: Timestamp) -> FilmRequest.Frame {
        FilmRequest.Frame(
            time: time.microseconds, reach: reach.microseconds, spacing: spacing.microseconds,
            room: room.microseconds, choice: choice.requested)
    }

    /// The frame of ``previous``: which key frame stands for that time, and which one for that where it is uniform.
    func predecessor(at previous: Timestamp) -> FilmRequest.Frame {
        FrameSelection(choice: .key, reach: reach, spacing: spacing, previous: nil, room: room).frame(at: previous)
    }
}
