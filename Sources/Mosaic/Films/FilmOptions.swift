/// Which frames of a film become screenshots, besides an interval or a list of times.
public struct FilmOptions: Hashable, Sendable {
    /// Where chapters come from.
    public enum Chapters: Hashable, Sendable {
        /// The film names them.
        case container
        /// A list names them, which is the path of a file.
        case file(String)
    }

    /// Which frame stands for a time.
    public enum Exactness: String, Hashable, Sendable, Codable, CaseIterable {
        /// The frame at the time for lists, chapters and short films; else a key frame near it, which costs far less.
        case auto
        /// The frame at the time.
        case always
        /// The key frame at or before the time.
        case never
    }

    /// The number of frames, evenly spread over the film; `nil` for an interval.
    public var count: Int?
    /// Takes a frame of each chapter; nil for none.
    public var chapters: Chapters?
    /// The language of the titles of the film's own chapters; nil for the default one of each chapter.
    public var chapterLanguage: ChapterLanguage?
    /// Which frame stands for a time.
    public var exactness = Exactness.auto
    /// Whether a key frame nearby replaces a frame that shows next to nothing.
    public var avoidsBlank = true
    /// The place of the first frame; `nil` for the film's start.
    public var start: FilmPosition?
    /// The place before which frames are taken; `nil` for the film's end.
    public var end: FilmPosition?
    /// Words in titles of chapters from which no frame is taken.
    public var skippedChapters: [String] = []

    /// The defaults: frames at an interval that suits the film's length.
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
