import Mosaic
import MosaicSystem
package import WebVTT

/// The ids that a library's storyboards have by their sources, so that a source keeps its id wherever a walk begins.
package struct KnownSources: Sendable {
    /// By the bytes of the source's path.
    private var ids: [[UInt8]: StoryboardID] = [:]
    /// Titles of folders that are where they were, and of films below a server's roots of videos, by the same bytes.
    private var titles: [[UInt8]: String] = [:]

    /// Knows no source.
    package init() {}

    /// Asks a library's catalog for the sources of a walk: by the hash of the canonical path, then by name, length and
    /// version, as those of a tree that was moved or is mounted elsewhere.
    ///
    /// - Parameters:
    ///   - prefix: The text in front of the titles of films.
    ///   - interval: The time between numbered pictures; nil if names have the times.
    ///   - start: The time of the first numbered picture.
    /// - Throws: `unavailable`, `CancellationError`.
    package init(
        of walk: SourceTree.Walk, prefix: String? = nil, interval: Timestamp?, start: Timestamp,
        in library: StoryboardLibrary
    ) async throws {
        let places = walk.folders.map { ($0.path, true) } + walk.films.map { ($0.path, false) }
        var taken: Set<StoryboardID> = []
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
        // After all of them: the storyboard of a source that is still in the tree is not that of a copy.
        for (source, recorded) in unknown {
            for id in try await library.catalog.storyboards(madeOf: .name(recorded.name)) where !taken.contains(id) {
                try Task.checkCancellation()
                guard try await library.isMade(id, of: source) else { continue }
                taken.insert(id)
                ids[Array(source.folder.utf8)] = id
                break
            }
        }
        // A server gives films below its roots of videos ids and titles of their paths.
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

    /// The id of a source's storyboard; nil if it has none.
    func id(of path: String) -> StoryboardID? { ids[Array(path.utf8)] }

    /// The title of a folder's storyboard, which follows from the root of its first walk, or of a server's video; nil for
    /// other sources.
    func title(of path: String) -> String? { titles[Array(path.utf8)] }
}

extension StoryboardLibrary {
    /// Whether a published storyboard is made of a source, wherever the source was then; a record that cannot be read is
    /// made of none.
    fileprivate func isMade(_ id: StoryboardID, of source: ScreenshotSource) async throws -> Bool {
        do {
            guard let published = try await storyboard(id), published.id == id else { return false }
            return try await published.isMade(of: source, read: reader(of: source, isGrowing: true))
        } catch let error as MosaicError where [.malformed, .limitExceeded, .refused].contains(error.code) {
            return false
        }
    }

    /// Another id for a film whose own one has the storyboard of a film that was at its path before; nil if it is free.
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
