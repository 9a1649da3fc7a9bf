import FilmProtocol
import Foundation
public import WebVTT

/// Options for choosing the frames of a film, in addition to an interval or a list of times.
public struct FilmOptions: Hashable, Sendable {
    /// The source of chapters.
    public enum Chapters: Hashable, Sendable {
        /// The film's container.
        case container
        /// The list in the file at a path.
        case file(String)
    }

    /// How the frame for a time is chosen.
    public enum Exactness: String, Hashable, Sendable, Codable, CaseIterable {
        /// The frame at the time for lists, chapters and films shorter than 120 s; otherwise usually a key frame near
        /// the time, which costs far less.
        case auto
        /// The frame at the time.
        case always
        /// The key frame at or before the time.
        case never
    }

    /// The number of frames, evenly spread over the film; `nil` does not set a number.
    public var count: Int?
    /// Takes one frame for each chapter of this source; nil does not use chapters.
    public var chapters: Chapters?
    /// Language of the titles of the film's chapters; nil for the default title of each chapter.
    public var chapterLanguage: ChapterLanguage?
    /// How the frame for a time is chosen.
    public var exactness = Exactness.auto
    /// Whether a nearby key frame replaces a nearly uniform frame; has no effect on ``Exactness/always``.
    public var avoidsBlank = true
    /// Start of the part of the film whose frames are used; `nil` for the film's start.
    public var start: FilmPosition?
    /// End of that part: all frames are before it; `nil` for the film's end.
    public var end: FilmPosition?
    /// Chapters whose titles contain one of these words, in lower or upper case, get no frames.
    public var skippedChapters: [String] = []

    /// Creates the default options: frames at an interval that suits the film's length.
    public init() {}
}

extension FilmOptions: Codable {
    private enum CodingKeys: String, CodingKey {
        case count, chapters, exactness, start, end
        case skippedChapters = "skip_chapters"
        case list = "chapters_file"
        case chapterLanguage = "chapter_language"
        case avoidsBlank = "avoid_blank"
    }

    /// Reads options; absent keys have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        if let list = try container.decodeIfPresent(String.self, forKey: .list) {
            chapters = .file(list)
        } else if try container.decodeIfPresent(Bool.self, forKey: .chapters) == true {
            chapters = .container
        }
        chapterLanguage = try container.decodeIfPresent(ChapterLanguage.self, forKey: .chapterLanguage)
        exactness = try container.decodeIfPresent(Exactness.self, forKey: .exactness) ?? exactness
        avoidsBlank = try container.decodeIfPresent(Bool.self, forKey: .avoidsBlank) ?? avoidsBlank
        start = try container.decodeIfPresent(FilmPosition.self, forKey: .start)
        end = try container.decodeIfPresent(FilmPosition.self, forKey: .end)
        skippedChapters = try container.decodeIfPresent([String].self, forKey: .skippedChapters) ?? []
    }

    /// Writes the options that are not the defaults.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(count, forKey: .count)
        switch chapters {
        case .container: try container.encode(true, forKey: .chapters)
        case .file(let path): try container.encode(path, forKey: .list)
        case nil: break
        }
        try container.encodeIfPresent(chapterLanguage, forKey: .chapterLanguage)
        if exactness != .auto { try container.encode(exactness, forKey: .exactness) }
        if !avoidsBlank { try container.encode(false, forKey: .avoidsBlank) }
        try container.encodeIfPresent(start, forKey: .start)
        try container.encodeIfPresent(end, forKey: .end)
        if !skippedChapters.isEmpty { try container.encode(skippedChapters, forKey: .skippedChapters) }
    }
}

/// A position in a film: a time, or a part of its length.
public enum FilmPosition: Hashable, Sendable {
    /// A time from the start.
    case time(Timestamp)
    /// Thousandths of a per cent of the length, 0 to 100 000.
    case part(Int64)

    /// The position in milliseconds, in a film of `length` milliseconds.
    func milliseconds(of length: Int64) -> Int64 {
        switch self {
        case .time(let time): return time.milliseconds
        case .part(let part):
            let (whole, rest) = length.quotientAndRemainder(dividingBy: 100_000)
            return whole * part + rest * part / 100_000
        }
    }

    /// The position as text, with its time in milliseconds if it is a part: `90% (00:01:48.000)`.
    func text(at milliseconds: Int64) -> String {
        let time = "\(Timestamp(milliseconds: milliseconds))"
        guard case .part(let part) = self else { return time }
        return "\(Timestamp(milliseconds: part).shortSeconds)% (\(time))"
    }

    /// Parses `25%` or `12.5%`; `nil` for anything else.
    package init?(percent text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{1,3}(?:\.[0-9]{1,3})?)%/), let number = Double(match.1),
            number <= 100
        else { return nil }
        self = .part(Int64((number * 1_000).rounded()))
    }
}

extension FilmPosition: Codable {
    private enum CodingKeys: String, CodingKey {
        case time = "time_ms"
        case part = "percent_thousandths"
    }

    /// Reads `time_ms` or `percent_thousandths`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let part = try container.decodeIfPresent(Int64.self, forKey: .part) {
            guard (0...100_000).contains(part) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .part, in: container, debugDescription: "It is not within 0...100000.")
            }
            self = .part(part)
        } else {
            self = .time(try container.decode(Timestamp.self, forKey: .time))
        }
    }

    /// Writes `time_ms` or `percent_thousandths`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .time(let time): try container.encode(time, forKey: .time)
        case .part(let part): try container.encode(part, forKey: .part)
        }
    }
}

/// The language of chapter titles, such as `de`, `ger` or `de-AT`.
///
/// - SeeAlso: [RFC 5646](https://www.rfc-editor.org/rfc/rfc5646)
public struct ChapterLanguage: Hashable, Sendable {
    /// The terminological codes of ISO 639-2 by the bibliographic codes that differ from them.
    private static let bibliographic = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
        "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
        "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]

    /// The tag as it was given.
    public let tag: String

    /// Reads a tag: a language of 2 to 8 letters, and subtags of up to 8 letters and digits, each after a hyphen. `nil`
    /// for any other text.
    public init?(_ tag: String) {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...8).contains(language.utf8.count),
            language.utf8.allSatisfy(Self.isLetter),
            parts.dropFirst().allSatisfy({ part in
                (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { Self.isLetter($0) || Self.isDigit($0) }
            })
        else { return nil }
        self.tag = tag
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The title of a chapter in this language: one with the same tag, or else one with the same language. `nil`
    /// without either.
    func title(of chapter: FilmHeader.Chapter) -> String? {
        let titles = chapter.titles ?? []
        let same = titles.first { $0.language.lowercased() == tag.lowercased() }
        return (same ?? titles.first { Self.primary($0.language) == Self.primary(tag) })?.text
    }

    /// The language of a tag, as its shortest code in ISO 639.
    private static func primary(_ tag: String) -> String {
        let code = tag.prefix { $0 != "-" }.lowercased()
        let known = bibliographic[code] ?? code
        return Locale.LanguageCode(known).identifier(.alpha2) ?? known
    }
}

extension ChapterLanguage: Codable {
    /// Reads the tag from a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let language = ChapterLanguage(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is not the tag of a language.")
        }
        self = language
    }

    /// Writes the tag as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(tag)
    }
}
