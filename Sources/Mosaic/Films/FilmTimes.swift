import FilmProtocol
package import WebVTT

/// The times of a film's frames, computed from its length, the request, the options and the chapters, without reading
/// the film.
package struct FilmTimes: Hashable, Sendable {
    /// A time with its title and chapter.
    package struct Moment: Hashable, Sendable {
        package let time: Timestamp
        /// The title; nil without one.
        package let title: String?
        /// The chapter's number, from 1; nil if no chapter begins at the time.
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

    /// The requested times.
    package enum Request: Hashable, Sendable {
        /// A number of times that suits the film's length.
        case suitable
        /// Times at an interval.
        case interval(Timestamp, from: Timestamp)
        /// A number of times, evenly spread.
        case count(Int)
        /// Listed times.
        case listed([Moment])

        fileprivate var isListed: Bool { if case .listed = self { true } else { false } }
    }

    /// Maximum number of frames that are spread over a film.
    package static let mostSpread = 10_000
    /// Length below which films have exact frames by default, because that costs little.
    package static let short = Timestamp(milliseconds: 120_000)
    /// Maximum distance of the replacement of a uniform frame, in milliseconds.
    private static let farthest: Int64 = 5_000
    /// Maximum distance of the replacement of a damaged frame at a listed time, in milliseconds.
    private static let farthestWhole: Int64 = 10_000
    /// With a spacing of at least `wideSpacing` milliseconds, the last tile may repeat a key frame if less than
    /// 1/`remainderPart` of the spacing remains after its time. An exact frame may need the decoding of all frames
    /// between two key frames.
    private static let wideSpacing: Int64 = 10_000
    private static let remainderPart: Int64 = 10

    /// The times in order.
    package let moments: [Moment]
    /// Listed times at or past the film's end.
    package let pastEnd: [Moment]
    /// The time from one frame to the next; nil if times are listed.
    package let spacing: Timestamp?
    /// How the frames are chosen for the times.
    package let choice: FrameSelection.Choice
    /// Remarks for the user.
    package let remarks: [String]
    private let avoidsBlank: Bool
    /// Whether the last tile may repeat a key frame, because little of the film remains after its time.
    private let endsWithRemainder: Bool

    /// Computes times.
    ///
    /// - Parameters:
    ///   - length: The film's length; nil if it is not known.
    ///   - request: The requested times.
    ///   - options: How the frames are chosen, and the part of the film to use.
    ///   - film: The film's name in errors.
    ///   - isShortened: Whether `length` is a given duration, shorter than the film.
    ///   - product: The noun in remarks for the result of a frame.
    ///   - chapters: The film's chapters; the options may skip some.
    /// - Throws: `invalidSettings`, `limitExceeded`, `noScreenshots` if no time is listed or all times are past the
    ///   end; `malformed` if the length is needed and not known.
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
        // If all frames must be exact, none is replaced.
        avoidsBlank = options.avoidsBlank && options.exactness != .always
        let rest = (extent?.end ?? length?.milliseconds ?? .max) - (moments.last?.time.milliseconds ?? 0)
        endsWithRemainder =
            moments.count > 1 && spacing?.milliseconds ?? 0 >= Self.wideSpacing
            && rest < (spacing?.milliseconds ?? 0) / Self.remainderPart
    }

    /// The remark on a given end that is more than a second past the film's end.
    private static func remark(on end: FilmPosition?, pastEndOf film: Timestamp) -> String? {
        guard case .time(let end) = end, end.milliseconds - film.milliseconds > 1_000 else { return nil }
        return "The given end, \(end), is past the film's end, \(film)."
    }

    /// Sorts listed times and separates the times at or past the end.
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

    /// The length in milliseconds; throws `malformed` if it is not known.
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

    /// The selection of the frame for a time. The replacement of a nearly uniform frame is at most half way to the next
    /// or previous time.
    package func selection(at index: Int) -> FrameSelection {
        let time = moments[index].time.milliseconds
        let before = index > 0 ? moments[index - 1].time : nil
        let after = index + 1 < moments.count ? moments[index + 1].time : nil
        var gaps = [before.map { time - $0.milliseconds }, after.map { $0.milliseconds - time }].compactMap(\.self)
        // All tiles have the same reach, because a tile that is made again requests its predecessor with the same
        // reach.
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
}

/// How one frame of a film is chosen.
///
/// The selection, the film's version and the time determine the picture. A tile is reused only if all three are
/// unchanged.
package struct FrameSelection: Hashable, Sendable, CustomStringConvertible {
    /// How the frame for a time is chosen.
    package enum Choice: String, Hashable, Sendable, Encodable {
        /// The frame that is shown at the time.
        case exact
        /// The key frame at or before the time; the exact frame if the previous time uses that key frame.
        case keyOnce = "key_once"
        /// The key frame at or before the time.
        case key

        /// The choice in a request to the program.
        var requested: FilmRequest.Choice {
            switch self {
            case .exact: .exact
            case .keyOnce: .keyOnce
            case .key: .key
            }
        }
    }

    /// How the frame for the time is chosen.
    package let choice: Choice
    /// Maximum distance from the time of a key frame that replaces a nearly uniform frame.
    package let reach: Timestamp
    /// Distance from one time to the next, if key frames are distributed among the times; otherwise zero.
    package let spacing: Timestamp
    /// The previous time, whose key frame is not used again; nil for the first time, and if key frames may repeat.
    package let previous: Timestamp?
    /// Maximum delay after the time of an intact key frame that replaces a damaged or missing frame. The pictures of an
    /// undamaged film do not depend on it, so ``description`` omits it.
    package let room: Timestamp

    /// The selection as text, such as `exact` or `key_once after 10000 within 5000 every 10000`, in milliseconds.
    package var description: String {
        var words = [choice.rawValue]
        if let previous { words.append("after \(previous.milliseconds)") }
        if reach > .zero { words.append("within \(reach.milliseconds)") }
        if spacing > .zero { words.append("every \(spacing.milliseconds)") }
        return words.joined(separator: " ")
    }

    /// The frame in a request to the program.
    func frame(at time: Timestamp) -> FilmRequest.Frame {
        FilmRequest.Frame(
            time: time.microseconds, reach: reach.microseconds, spacing: spacing.microseconds,
            room: room.microseconds, choice: choice.requested)
    }

    /// The frame for ``previous`` in a request, from which the program determines the key frame that it uses.
    func predecessor(at previous: Timestamp) -> FilmRequest.Frame {
        FrameSelection(choice: .key, reach: reach, spacing: spacing, previous: nil, room: room).frame(at: previous)
    }
}
