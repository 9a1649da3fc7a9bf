import Foundation
public import Mosaic
import Synchronization
public import WebVTT

/// A request for a storyboard: its name, the source of its screenshots, and the conditions of completion.
public struct JobRequest: Hashable, Sendable, Codable {
    /// The storyboard to compose and to keep up to date.
    public internal(set) var id: StoryboardID
    /// A title for people.
    public var title: String?
    /// The source of the screenshots.
    public var source: ScreenshotSource
    /// Length of the film; nil if it is not known.
    public var duration: Timestamp?
    /// Settings of tiles, sheets and track.
    public var settings = CompositionSettings()
    /// The chapters of the complete storyboard. If nil, the storyboard is complete once no more screenshots arrive.
    public var expected: ExpectedChapters?
    /// Treatment of an expected chapter that has not arrived. A placeholder needs a list of expected chapters with
    /// times.
    public var missing = MissingChapters.absent
    /// Seconds without an arrival after which the job ends although expected chapters are missing; 0 or more.
    public var arrivalTimeout = 600
    /// Seconds without an arrival after which a set of unknown size is complete; 0 does not wait. Also applies if every
    /// expected chapter has a file and some of the files are unusable. The default is 60 for a bucket, whose writers
    /// are remote, otherwise 20.
    public var settle: Int
    /// Seconds for which superseded sheets are kept.
    public var keepingOld = 24 * 60 * 60

    /// Whether only a run of `mosaic publish` or `mosaic watch` composes the film, because it writes the thumbnails for
    /// media servers, too. Workers return the job.
    package var isLeftToPublish: Bool {
        get { leftToPublish ?? false }
        set { leftToPublish = newValue ? true : nil }
    }
    private var leftToPublish: Bool?

    /// Creates a request for a storyboard of all screenshots in the source.
    public init(id: StoryboardID, source: ScreenshotSource) {
        self.id = id
        self.source = source
        settle = Self.settle(of: source)
    }

    /// The default of ``settle`` for a source.
    package static func settle(of source: ScreenshotSource) -> Int { source.bucketAddress == nil ? 20 : 60 }

    enum CodingKeys: String, CodingKey {
        case id, title, source, settings, expected, missing
        case duration = "duration_ms"
        case arrivalTimeout = "arrival_timeout_s"
        case settle = "settle_s"
        case keepingOld = "keep_old_s"
        case leftToPublish = "left_to_publish"
    }

    /// Parses the output of ``encoded()``.
    ///
    /// - Throws: `malformed`.
    init(parsing text: String) throws {
        do {
            self = try JSONDecoder().decode(JobRequest.self, from: Data(text.utf8))
        } catch {
            throw MosaicError(.malformed, "job", "The stored request cannot be read.")
        }
    }
}

/// Treatment of an expected chapter whose screenshot has not arrived.
public enum MissingChapters: String, Hashable, Sendable, Codable, CaseIterable {
    /// No tile: players keep showing the tile before it.
    case absent
    /// A neutral gray tile until the screenshot arrives.
    case placeholder
}

extension JobRequest {
    /// Applies the title, duration and chapters in a film's companion file. Missing values stay unchanged. Chapters do
    /// not replace a chosen interval, list or count.
    ///
    /// - Parameter path: Path of the companion file. Composing the film reads the chapters from it.
    package mutating func take(_ companion: FilmCompanion, from path: String) {
        title = companion.title ?? title
        duration = companion.duration ?? duration
        // Chapters are one of several ways to choose frames, so an explicit interval, list or count wins.
        if !companion.chapters.isEmpty, source.interval == nil, source.list == nil, source.film.count == nil {
            source.film.chapters = .file(path)
        }
    }
}

extension JobRequest {
    /// The request to compose the current screenshots.
    func composition(of listing: ScreenshotListing) -> CompositionRequest {
        CompositionRequest(id: id, title: title, listing: listing, duration: duration ?? listing.duration)
    }

    /// Publication settings; a recorded geometry is kept.
    var publication: StoryboardComposer.Publication {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = keepingOld
        return publication
    }
}

extension JobRequest {
    /// Validates everything that can be checked before screenshots arrive.
    ///
    /// - Throws: `invalidSettings`.
    public func validate() throws {
        try settings.validate()
        try source.checkAddress()
        try source.checkFilm()
        guard source.chapters.isEmpty || source.filmPath == nil else {
            throw MosaicError(
                .invalidSettings, "chapters", "Titles are for screenshots; the file beside a film tells its chapters.")
        }
        for (name, seconds) in [
            ("arrival_timeout_s", arrivalTimeout), ("settle_s", settle), ("keep_old_s", keepingOld),
        ] where seconds < 0 {
            throw MosaicError(.invalidSettings, name, "\(seconds) seconds are less than none.")
        }
        let isList = !(expected?.chapters.isEmpty ?? true)
        guard let expected else {
            guard missing == .absent else { throw Self.placeholdersWithoutList }
            return
        }
        guard expected.isValid else {
            throw MosaicError(
                .invalidSettings, "expected",
                "Not 1 to \(ExpectedChapters.maximumCount) chapters, each with its own index.")
        }
        guard isList || missing == .absent else { throw Self.placeholdersWithoutList }
        guard source.filmPath == nil else {
            throw MosaicError(
                .invalidSettings, "expected",
                "A film arrives as a whole, and only screenshots are expected one by one; leave it out.")
        }
        guard !isList || (source.interval == nil && source.list == nil) else {
            throw MosaicError(
                .invalidSettings, "expected", "Only the names of files like ch{index}_{seconds}s.jpg hold a chapter.")
        }
    }

    private static var placeholdersWithoutList: MosaicError {
        MosaicError(
            .invalidSettings, "missing", "Placeholders stand at times; that takes a list of the expected chapters.")
    }
}

extension JobRequest {
    /// Caches the last settings and their encoding. Requests rarely differ in them, and encoding takes longer than
    /// storing a job.
    private static let lastSettings = Mutex<(settings: CompositionSettings, text: String)?>(nil)

    /// The request as stored: JSON with sorted keys, so that equal requests have equal encodings.
    func encoded() throws -> String {
        let encoder = JSONEncoder.sorted()
        if case .list = expected { return try Self.text(of: self, encoder) }
        var members: [(key: CodingKeys, text: String)] = [
            (.id, try Self.text(of: id, encoder)), (.source, try Self.text(of: source, encoder)),
            (.settings, try settingsText(encoder)), (.missing, try Self.text(of: missing, encoder)),
            (.arrivalTimeout, "\(arrivalTimeout)"), (.settle, "\(settle)"), (.keepingOld, "\(keepingOld)"),
        ]
        if let title { members.append((.title, try Self.text(of: title, encoder))) }
        if let duration { members.append((.duration, "\(duration.milliseconds)")) }
        if let expected { members.append((.expected, "\(expected.total)")) }
        if isLeftToPublish { members.append((.leftToPublish, "true")) }
        members.sort { $0.key.rawValue < $1.key.rawValue }
        return "{" + members.map { "\"\($0.key.rawValue)\":\($0.text)" }.joined(separator: ",") + "}"
    }

    private func settingsText(_ encoder: JSONEncoder) throws -> String {
        try Self.lastSettings.withLock { last in
            if let last, last.settings == settings { return last.text }
            let text = try Self.text(of: settings, encoder)
            last = (settings, text)
            return text
        }
    }

    private static func text(of value: some Encodable, _ encoder: JSONEncoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
