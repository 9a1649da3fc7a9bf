package import Mosaic
import MosaicSystem
package import WebVTT

/// The ids of a library's storyboards by source, so that a source keeps its id wherever a walk begins.
package struct KnownSources: Sendable {
    /// Ids by the bytes of the source's path.
    private var ids: [[UInt8]: StoryboardID] = [:]
    /// Titles by the bytes of the source's path: of folders that were not moved, and of films below a server's video
    /// roots.
    private var titles: [[UInt8]: String] = [:]
    /// The earlier paths of films that were renamed or moved.
    package private(set) var earlierPaths: [String] = []

    /// Creates an empty value, without known sources.
    package init() {}

    /// Searches a library's catalog for the sources of a walk: first by the hash of the canonical path, then by name,
    /// length and version, which also finds sources of a tree that was moved or remounted.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the films' titles.
    ///   - interval: The time between numbered pictures; nil if names contain times.
    ///   - start: The time of the first numbered picture.
    ///   - taken: Storyboards of sources that are not in the walk.
    ///   - findsRenamed: Whether films whose earlier path no longer exists are also found by the version of the file.
    /// - Throws: `unavailable`, `CancellationError`.
    package init(
        of walk: SourceTree.Walk, prefix: String? = nil, interval: Timestamp?, start: Timestamp,
        besides taken: Set<StoryboardID> = [], findsRenamed: Bool = false, in library: StoryboardLibrary
    ) async throws {
        let places = walk.folders.map { ($0.path, true) } + walk.films.map { ($0.path, false) }
        var taken = taken
        var unknown: [(source: ScreenshotSource, recorded: RecordedSource)] = []
        for (path, isFolder) in places {
            let source = ScreenshotSource(folder: path, interval: interval, start: start)
            let recorded = RecordedSource(of: source)
            let found = try await library.catalog.storyboards(madeOf: .path(sha256: recorded.path.hexadecimal()))
            if let id = found.first(where: { !taken.contains($0) }) {
                taken.insert(id)
                ids[Array(path.utf8)] = id
                if isFolder { titles[Array(path.utf8)] = try await library.catalog.entry(of: id)?.title }
            } else {
                unknown.append((source, recorded))
            }
        }
        // Searches by name after all searches by path, so that a copy does not get the id of a source that is still in
        // the tree.
        for (source, recorded) in unknown {
            for id in try await library.catalog.storyboards(madeOf: .name(recorded.name)) where !taken.contains(id) {
                try Task.checkCancellation()
                guard try await library.isMade(id, of: source) else { continue }
                taken.insert(id)
                ids[Array(source.folder.utf8)] = id
                break
            }
        }
        let strangers = unknown.map(\.source).filter { ids[Array($0.folder.utf8)] == nil && $0.filmPath != nil }
        if findsRenamed, !strangers.isEmpty { try await findRenamed(strangers, besides: taken, in: library) }
        // A server derives ids and titles of films below its video roots from the films' paths.
        let roots = try await library.videos?.videoRoots() ?? []
        for film in walk.films {
            let path = Array(film.path.utf8)
            let video = roots.lazy.compactMap { RealPath.path(of: film.path, below: $0) }
                .compactMap(VideoPath.init(rawValue:)).first
            if let video, let own = ids[path] ?? video.storyboard {
                ids[path] = own
                titles[path] = video.title
            } else if ids[path] == nil {
                ids[path] = try await library.freeID(of: film, prefix: prefix)
            }
        }
    }

    /// Finds the storyboards of films that no longer exist at their earlier path and are now among `films`.
    private mutating func findRenamed(
        _ films: [ScreenshotSource], besides taken: Set<StoryboardID>, in library: StoryboardLibrary
    ) async throws {
        // Comparing each storyboard with each film would take minutes after a move of thousands.
        var paths = Dictionary(grouping: films.map(\.folder)) {
            FileStatus(path: $0).map(ObjectVersion.content(of:)) ?? ""
        }
        var entries: [CatalogEntry] = []
        try await library.catalog.forEachPage { entries += $0.filter { !taken.contains($0.id) } }
        for entry in entries where !paths.isEmpty {
            try Task.checkCancellation()
            guard let request = try? await library.catalog.job(of: entry.id)?.request(),
                let earlier = request.source.filmPath, FileStatus.isAbsent(earlier),
                let published = try? await library.storyboard(entry.id), published.id == entry.id,
                let content = published.tiles.first?.source.version?.content,
                let position = paths[content]?.firstIndex(where: published.isMade(ofMoved:)),
                let path = paths[content]?.remove(at: position)
            else { continue }
            ids[Array(path.utf8)] = entry.id
            earlierPaths.append(earlier)
        }
    }

    /// The id of a source's storyboard; nil if it has none.
    func id(of path: String) -> StoryboardID? { ids[Array(path.utf8)] }

    /// The title of a known folder's storyboard, or of a film below a server's video root; nil for other sources. A
    /// folder's title is relative to the root of its first walk.
    func title(of path: String) -> String? { titles[Array(path.utf8)] }
}

extension StoryboardLibrary {
    /// Whether a published storyboard is made of a source, even if the source was moved since. False if the record is
    /// invalid or refused.
    fileprivate func isMade(_ id: StoryboardID, of source: ScreenshotSource) async throws -> Bool {
        do {
            guard let published = try await storyboard(id), published.id == id else { return false }
            // A copy of a film that still exists at its earlier path is another source.
            if let film = source.filmPath { return published.isMade(ofUnchanged: film) }
            return try await published.isMade(of: source, read: reader(of: source, isGrowing: true))
        } catch let error as MosaicError where [.malformed, .limitExceeded, .refused].contains(error.code) {
            return false
        }
    }

    /// Another id for a film, if the id derived from its path belongs to a different source, such as a film that was
    /// moved away from the path. Nil if the film can have the derived id.
    ///
    /// - Throws: `unavailable`.
    fileprivate func freeID(of film: SourceTree.Film, prefix: String?) async throws -> StoryboardID? {
        let title = (prefix.map { $0 + "/" } ?? "") + BatchPlan.Place.film(film).title
        let source = RecordedSource(path: film.path)
        var path = source.path
        while true {
            let id = StoryboardID(titled: title, at: RecordedSource(name: source.name, path: path))
            guard let owner = try await catalog.entry(of: id)?.source, owner != source else {
                return path == source.path ? nil : id
            }
            path = ContentHash(of: path.bytes)
        }
    }
}
