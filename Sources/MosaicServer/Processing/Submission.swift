import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// The body of `PUT /storyboards/{id}`.
struct Submission: Decodable, Hashable, Sendable {
    /// The storyboard's title; `nil` takes a film's name.
    var title: String?
    /// The expected chapters: their number, or a list.
    var chapters: ExpectedChapters?
    /// The name of a folder or film below a source root; `nil` for uploaded screenshots and screenshots in the bucket.
    var source: String?
    /// Time between two numbered files of the source, or between two frames of the film.
    var interval: Timestamp?
    /// Selects the frames of a film.
    var film = FilmOptions()
    /// Duration of the film.
    var duration: Timestamp?
    /// Width of the tiles in pixels.
    var width: Int?
    /// Widths in pixels of further storyboards with the same times; `nil` keeps the published ones.
    var furtherWidths: [Int]?
    /// The treatment of chapters that have not arrived.
    var missing: MissingChapters?
    /// Seconds without an arrival after which the job ends although expected chapters are missing; `nil` uses the
    /// default.
    var arrivalTimeout: Int?
    /// Seconds without an arrival after which a set of unknown size is complete; `nil` uses the default.
    var settle: Int?

    /// Maximum number of frames of a film.
    private static let mostFrames = 10_000
    /// Maximum value of the timeouts in seconds.
    private static let longestWait = 7 * 24 * 60 * 60
    /// Accepted widths of tiles in pixels.
    private static let widths = 16...1_920

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case title, chapters, source, missing, count, width
        case furtherWidths = "widths"
        case exactness = "exact"
        case avoidsBlank = "avoid_blank"
        case interval = "interval_ms"
        case duration = "duration_ms"
        case arrivalTimeout = "arrival_timeout_s"
        case settle = "settle_s"
    }

    init(from decoder: any Decoder) throws {
        try Self.refuseUnknownMembers(of: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        if let takesChapters = try? container.decodeIfPresent(Bool.self, forKey: .chapters) {
            film.chapters = takesChapters ? .container : nil
        } else if let list = try? container.nestedUnkeyedContainer(forKey: .chapters) {
            guard let listed = try SubmittedChapter.chapters(in: list) else {
                throw RequestError(.invalidRequest, "chapters has more than \(ExpectedChapters.maximumCount) members.")
            }
            chapters = .list(listed)
        } else {
            do {
                chapters = try container.decodeIfPresent(Int.self, forKey: .chapters).map(ExpectedChapters.count)
            } catch is DecodingError {
                throw RequestError(
                    .invalidRequest, "chapters has to be a whole number, a list of chapters, or true for a film.")
            }
        }
        film.count = try container.decodeIfPresent(Int.self, forKey: .count)
        film.exactness =
            try container.decodeIfPresent(FilmOptions.Exactness.self, forKey: .exactness) ?? film.exactness
        film.avoidsBlank = try container.decodeIfPresent(Bool.self, forKey: .avoidsBlank) ?? film.avoidsBlank
        source = try container.decodeIfPresent(String.self, forKey: .source)
        interval = try container.decodeIfPresent(Timestamp.self, forKey: .interval)
        duration = try container.decodeIfPresent(Timestamp.self, forKey: .duration)
        width = try container.decodeIfPresent(Int.self, forKey: .width)
        furtherWidths = try container.decodeIfPresent([Int].self, forKey: .furtherWidths)
        missing = try container.decodeIfPresent(MissingChapters.self, forKey: .missing)
        arrivalTimeout = try container.decodeIfPresent(Int.self, forKey: .arrivalTimeout)
        settle = try container.decodeIfPresent(Int.self, forKey: .settle)
    }

    /// Parses a request's body.
    ///
    /// - Throws: `DecodingError`, `invalidRequest`.
    init(parsing bytes: [UInt8]) throws { self = try JSONDecoder().decode(Submission.self, from: Data(bytes)) }

    /// Refuses unknown members: with a mistyped `chaptrs`, a job of five expected chapters would become a set of
    /// unknown size.
    private static func refuseUnknownMembers(of decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        guard let unknown = keys.filter({ CodingKeys(stringValue: $0) == nil }).min() else { return }
        let members = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
        throw RequestError(
            .invalidRequest, "\(unknown.prefix(40)) is not a member of a submission; the members are \(members).")
    }

    /// Creates the job request for a storyboard from a source.
    ///
    /// - Throws: `invalidRequest`, `invalidSettings`.
    func request(for id: StoryboardID, of source: ScreenshotSource) throws -> JobRequest {
        try Self.check(title, "title")
        for (number, chapter) in (chapters?.chapters ?? []).enumerated() {
            try Self.check(chapter.title, "chapters.\(number).title")
        }
        for (name, seconds) in [("arrival_timeout_s", arrivalTimeout), ("settle_s", settle)]
        where !(0...Self.longestWait).contains(seconds ?? 0) {
            throw RequestError(.invalidRequest, "\(name) takes 0 to \(Self.longestWait) seconds.")
        }
        guard ([width].compactMap(\.self) + (furtherWidths ?? [])).allSatisfy(Self.widths.contains) else {
            throw RequestError(
                .invalidRequest,
                "width and widths take \(Self.widths.lowerBound) to \(Self.widths.upperBound) pixels.")
        }
        let areUploads = source.isUploads(of: id)
        guard interval == nil || !areUploads else {
            throw RequestError(.invalidRequest, "interval_ms goes with a source; uploads have times in their names.")
        }
        try checkFilm(isFilm: source.filmPath != nil)
        var request = JobRequest(id: id, source: source)
        request.source.interval = interval
        request.source.film = film
        request.title = title ?? (source.filmPath == nil ? nil : source.displayName)
        request.duration = duration
        request.settings.geometry.width = width
        request.settings.furtherWidths = furtherWidths
        request.expected = chapters
        request.missing = missing ?? request.missing
        request.arrivalTimeout = arrivalTimeout ?? request.arrivalTimeout
        // If all expected files of a source exist, no better version of an unusable one will arrive.
        request.settle = settle ?? (!areUploads && chapters != nil ? 0 : request.settle)
        try request.validate()
        return request
    }

    private func checkFilm(isFilm: Bool) throws(RequestError) {
        guard isFilm || film == FilmOptions() else {
            throw RequestError(
                .invalidRequest, "count, exact, avoid_blank and true for chapters go with a source that is a film.")
        }
        guard (1...Self.mostFrames).contains(film.count ?? 1) else {
            throw RequestError(.invalidRequest, "count takes 1 to \(Self.mostFrames) frames.")
        }
        guard [film.count != nil, film.chapters != nil, interval != nil].count(where: \.self) < 2 || !isFilm else {
            throw RequestError(
                .invalidRequest, "count, chapters and interval_ms are three ways to choose frames; use one.")
        }
    }

    private static func check(_ title: String?, _ member: String) throws(RequestError) {
        guard let scalars = title?.unicodeScalars else { return }
        guard scalars.count <= ExpectedChapters.longestTitle else {
            throw RequestError(.invalidRequest, "\(member) has more than \(ExpectedChapters.longestTitle) characters.")
        }
        guard !scalars.contains("\0") else { throw RequestError(.invalidRequest, "\(member) holds NUL.") }
    }
}
