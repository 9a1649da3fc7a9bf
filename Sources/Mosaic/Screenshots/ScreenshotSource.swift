import MosaicSystem
public import WebVTT

/// The source of a storyboard's screenshots: its location, and the rule by which files get their times.
public struct ScreenshotSource: Hashable, Sendable {
    /// The folder's path, or another ``Location`` as text, such as a film's path.
    package var folder: String
    /// Time from one numbered file or frame to the next; `nil` if names, a list or ``film`` determine the times.
    package var interval: Timestamp?
    /// Time of the first numbered file or frame.
    package var start: Timestamp
    /// Path of a list of files and times, or for a film, of a list of times; nil without a list.
    package var list: String?
    /// Options for choosing the frames of a film; folders do not use them.
    public var film = FilmOptions()
    /// Chapters that give screenshots their titles, in ascending order of time. Films have chapters and do not use this
    /// list.
    package var chapters: [ChapterTitle] = []

    /// Creates a source of chapter screenshots `ch{index}_{seconds}s.jpg`; with an interval, of numbered files; with a
    /// list, of the listed files.
    public init(folder: String, interval: Timestamp? = nil, start: Timestamp = .zero, list: String? = nil) {
        self.folder = folder
        self.interval = interval
        self.start = start
        self.list = list
    }
}

extension ScreenshotSource {
    /// The location of screenshots as one string: the path of a folder or a film, `store:/` and a key of the library's
    /// store, or the address of a part of a bucket, `s3://bucket/prefix/`.
    package enum Location: Hashable, Sendable, CustomStringConvertible {
        case folder(String)
        case film(String)
        case store(ObjectKey)
        case bucket(BucketAddress)

        private static let storePrefix = "store:/"

        /// Reads a location; any other text is a path. Checks in the file system whether the path is a folder; an
        /// existing file is a film.
        package init(_ text: String) {
            if let address = BucketAddress(text) {
                self = .bucket(address)
                return
            }
            let key =
                text.hasPrefix(Self.storePrefix)
                ? ObjectKey(rawValue: String(text.dropFirst(Self.storePrefix.count))) : nil
            self = key.map(Self.store) ?? (FileStatus(path: text)?.isFolder == false ? .film(text) : .folder(text))
        }

        /// The text that ``init(_:)`` reads.
        package var description: String {
            switch self {
            case .folder(let path), .film(let path): path
            case .store(let key): Self.storePrefix + key.rawValue
            case .bucket(let address): address.description
            }
        }
    }

    /// The current location. Each call accesses the file system, unless the screenshots are in the store or a bucket.
    package var location: Location { Location(folder) }

    /// The part of a bucket with the screenshots; nil for other sources.
    package var bucketAddress: BucketAddress? { BucketAddress(folder) }

    /// Creates a reader of a folder, a film or a part of a bucket.
    ///
    /// - Parameters:
    ///   - location: The source's ``location`` if the caller knows it already; nil determines it.
    ///   - buckets: Reads objects of buckets; with nil, reading from a bucket is `unsupported`.
    ///   - roots: Real paths of folders; no link below one may lead out of it.
    ///   - isGrowing: Whether files that a list names may still be missing.
    ///   - duration: The film's length; a last numbered file past it is skipped, and no frame past it is used. Nil if
    ///     unknown.
    ///   - opening: Receives the progress of opening a film.
    package func reader(
        at location: Location? = nil, buckets: (any BucketClient)? = nil, below roots: [String] = [],
        isGrowing: Bool = false, duration: Timestamp? = nil, opening: FilmProcess.OpeningHandler? = nil
    ) -> any ScreenshotReader {
        switch location ?? self.location {
        case .film(let path): FilmReader(self, of: path, below: roots, duration: duration, opening: opening)
        case .bucket(let address):
            BucketReader(self, at: address, by: buckets ?? DeferredBuckets.unsupported, duration: duration)
        case .folder, .store: FolderReader(self, below: roots, isGrowing: isGrowing, duration: duration)
        }
    }
}

extension ScreenshotSource: Codable {
    private enum CodingKeys: String, CodingKey {
        case folder, chapters
        case interval = "interval_ms"
        case start = "start_ms"
        case list = "times"
        case film
    }

    /// Reads a source; all keys but the folder may be absent.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        folder = try container.decode(String.self, forKey: .folder)
        interval = try container.decodeIfPresent(Timestamp.self, forKey: .interval)
        start = try container.decodeIfPresent(Timestamp.self, forKey: .start) ?? .zero
        list = try container.decodeIfPresent(String.self, forKey: .list)
        film = try container.decodeIfPresent(FilmOptions.self, forKey: .film) ?? film
        if let chapters = try container.decodeIfPresent([ChapterTitle].self, forKey: .chapters) {
            guard chapters.count <= ChapterTitle.mostChapters else {
                throw DecodingError.dataCorruptedError(
                    forKey: .chapters, in: container, debugDescription: "More than \(ChapterTitle.mostChapters).")
            }
            self.chapters = chapters.sorted { $0.time < $1.time }
        }
    }

    /// Writes a source; omits `film` and `chapters` if they have their defaults.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(folder, forKey: .folder)
        try container.encodeIfPresent(interval, forKey: .interval)
        try container.encode(start, forKey: .start)
        try container.encodeIfPresent(list, forKey: .list)
        if film != FilmOptions() { try container.encode(film, forKey: .film) }
        if !chapters.isEmpty { try container.encode(chapters, forKey: .chapters) }
    }
}

extension ScreenshotSource {
    /// Maximum length of a list of times, in bytes.
    private static let listLimit = 64 << 20

    /// The name of the folder, also for `.` and a path with a slash at the end; for a part of a bucket, the last
    /// component of its prefix.
    package var folderName: String { bucketAddress?.name ?? FolderPath.name(of: folder) }

    /// Lists the screenshots as they are now.
    ///
    /// - Parameters:
    ///   - isGrowing: Whether files that a list names may still be missing.
    ///   - duration: The film's length, past which the last numbered file is skipped; nil if unknown.
    /// - Throws: `notFound` without the folder or list; `noScreenshots` without a screenshot; `malformed` naming the
    ///   line of the list; `invalidSettings`, `limitExceeded`, `unavailable`.
    public func listing(isGrowing: Bool = false, duration: Timestamp? = nil) throws -> ScreenshotListing {
        try listing(below: [], isGrowing: isGrowing, duration: duration)
    }

    /// Lists the screenshots as they are now.
    ///
    /// - Parameter roots: Real paths of folders; no link below one may lead out of it.
    /// - Throws: `refused` if a link leaves its root; otherwise as ``listing(isGrowing:duration:)``.
    package func listing(
        below roots: [String], isGrowing: Bool, duration: Timestamp? = nil
    ) throws -> ScreenshotListing {
        guard interval == nil || list == nil else {
            throw MosaicError(.invalidSettings, "times", "An interval and a list are two ways to give times; use one.")
        }
        guard FileStatus(path: folder)?.isFolder == true else {
            throw MosaicError(.notFound, folderName, "There is no such file or folder.")
        }
        let source = ScreenshotFolder(path: folder, below: roots)
        if let interval {
            let listing = try found(source.numbered(interval: interval, start: start))
            return duration.map(listing.withoutSurplus) ?? listing
        }
        guard let list else { return try found(source.chapters()) }
        let times = try TimesList(
            parsing: try ListFile.text(of: list, below: roots, limit: Self.listLimit), name: ListFile.name(of: list))
        guard !times.entries.isEmpty else {
            throw MosaicError(.noScreenshots, times.name, "The list names no file.")
        }
        return try found(source.listed(in: times, isGrowing: isGrowing))
    }

    /// Adds the titles of chapters to a listing.
    ///
    /// - Throws: `noScreenshots` for an empty listing.
    func found(_ listing: ScreenshotListing) throws -> ScreenshotListing {
        guard listing.screenshots.isEmpty else { return listing.titled(by: chapters) }
        let foreign = listing.skipped.lazy.compactMap { ForeignFormat(ofFile: $0.name) }.first.map { " \($0.reason)" }
        let pictures = listing.skipped.map(\.name).filter(FolderEntry.isPicture)
        let capitals = pictures.filter { ScreenshotName($0) == nil && ScreenshotName($0.lowercased()) != nil }
        if interval == nil, list == nil, let first = capitals.min() {
            throw MosaicError(
                .noScreenshots, folderName,
                "The letters of a screenshot's name are small: rename \(first) to \(first.lowercased()), and other files "
                    + "like it.")
        }
        if foreign == nil, list == nil, let first = pictures.min() {
            let count = "\(pictures.count) \(pictures.count == 1 ? "picture" : "pictures")"
            // `--interval` accepts only names with numbers.
            let isNumbered = pictures.allSatisfy { NaturalName($0).number != nil }
            let advice =
                isNumbered
                ? "--interval 10 takes one for every 10 s, --times FILE the times of a list."
                : "--times FILE takes the times of a list."
            let missing = interval == nil ? "times" : "numbers"
            throw MosaicError(
                .noScreenshots, folderName,
                "It holds no ch{number}_{seconds}s.jpg, but \(count) without \(missing) in their names (\(first)): "
                    + advice)
        }
        guard !listing.skipped.isEmpty else {
            throw MosaicError(
                .noScreenshots, folderName, "It holds no files; screenshots are named ch{number}_{seconds}s.jpg.")
        }
        let count = "\(listing.skipped.count) \(listing.skipped.count == 1 ? "file" : "files")"
        let isNamed = foreign == nil && interval == nil && list == nil
        let rule = isNamed ? "; their names are ch{number}_{seconds}s.jpg." : "."
        throw MosaicError(
            .noScreenshots, folderName, "There are no screenshots among its \(count)\(rule)\(foreign ?? "")")
    }
}
