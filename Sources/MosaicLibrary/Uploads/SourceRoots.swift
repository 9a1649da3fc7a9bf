import Foundation
package import Mosaic
import MosaicSystem
package import WebVTT

/// The folders below which clients may name sources.
package struct SourceRoots: Sendable {
    /// No folder: no source can be named, and no link is followed.
    package static let none = SourceRoots(real: [])

    /// The folders, without links.
    let roots: [String]

    /// Takes folders that exist.
    ///
    /// - Throws: `invalidSettings`.
    package init(_ paths: [String]) throws {
        self.init(
            real: try paths.map { path in
                guard let real = RealPath.of(path), FileStatus(path: real)?.isFolder == true else {
                    throw MosaicError(.invalidSettings, "source root", "There is no folder \(path).")
                }
                return real
            })
    }

    /// Whether there is no folder.
    package var isEmpty: Bool { roots.isEmpty }

    private init(real roots: [String]) { self.roots = roots }

    /// The source of a client's name. `nil` if there is none, if it is neither a folder nor a film, or if a link on
    /// the way to it or in it leads out of its root; the client cannot distinguish these cases.
    package func source(named name: String) -> ScreenshotSource? {
        guard ObjectKey(rawValue: name) != nil else { return nil }
        for root in roots {
            guard let path = RealPath.of(root + "/" + name), path.utf8.starts(with: (root + "/").utf8),
                let status = FileStatus(path: path)
            else { continue }
            if status.isFolder { return holdsLinksOut(path, of: root) ? nil : ScreenshotSource(folder: path) }
            // The path without links has to be that of a film, too, because it is the one that is opened.
            if status.isRegularFile, FilmName(name) != nil, FilmName(path) != nil {
                return ScreenshotSource(folder: path)
            }
        }
        return nil
    }

    /// A film by its absolute path, as other programs send it, with its path below its root. `nil` if the path, links
    /// resolved, is not a film below a root.
    package func film(at path: String) -> (name: String, source: ScreenshotSource)? {
        guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0), let real = RealPath.of(path) else {
            return nil
        }
        for root in roots {
            guard let name = RealPath.path(of: real, below: root), let source = source(named: name),
                source.filmPath != nil
            else { continue }
            return (name, source)
        }
        return nil
    }

    /// The root of a path, the widest if roots contain each other; `nil` for a path that is below no root.
    func root(of path: String) -> String? { RealPath.root(of: path, among: roots) }

    /// Opens a file of a source; `nil` if there is none, or if a link to it leads out of its root.
    ///
    /// - Throws: `unavailable` where there may be one, as with too many files open.
    func open(_ file: String, in folder: String) throws -> OpenObject? {
        let path = folder + "/" + file
        return try MosaicError.translating {
            guard let root = root(of: path) else { return try OpenFile(path: path, name: file) }
            guard let name = RealPath.of(path).flatMap({ RealPath.path(of: $0, below: root) }) else { return nil }
            return try OpenFile(path: name, below: root, name: file)
        }.map(OpenObject.init)
    }

    /// Whether a file may be read. Outside of the roots it may not be a link; below a root its real path has to lie
    /// below that root.
    func admits(_ path: String) -> Bool {
        guard let root = root(of: path) else { return FileStatus(ofLinkItself: path)?.isLink != true }
        return RealPath.of(path).flatMap { RealPath.path(of: $0, below: root) } != nil
    }

    private func holdsLinksOut(_ folder: String, of root: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return true }
        return names.contains { name in
            let path = folder + "/" + name
            guard FileStatus(ofLinkItself: path)?.isLink == true else { return false }
            return RealPath.of(path).map { !$0.utf8.starts(with: (root + "/").utf8) } ?? true
        }
    }
}

extension StoryboardLibrary {
    /// Reads a source of this library: a folder, a film, a part of a bucket, or of a store that has no folder.
    ///
    /// - Parameters:
    ///   - roots: Folders that no link to a file, film or list below them may leave.
    ///   - isGrowing: Whether files that a list names may still be missing.
    ///   - duration: The film's length, past which the last numbered file is skipped; nil where unknown.
    ///   - opening: Receives the progress of opening a film.
    package func reader(
        of source: ScreenshotSource, below roots: SourceRoots = .none, isGrowing: Bool = false,
        duration: Timestamp? = nil, opening: FilmProcess.OpeningHandler? = nil
    ) -> any ScreenshotReader {
        // Beside a store with a folder, a folder may have any name.
        if case .store(let key) = source.location, store.localPath == nil {
            return StoreReader(source, below: key, in: store, duration: duration)
        }
        return source.reader(
            buckets: buckets, below: roots.roots, isGrowing: isGrowing, duration: duration, opening: opening)
    }

    /// The same, by a client that observes reads of a bucket; nil reads without one.
    func reader(
        of source: ScreenshotSource, in bucket: WatchedBucket?, below roots: SourceRoots, isGrowing: Bool,
        duration: Timestamp?
    ) -> any ScreenshotReader {
        guard let bucket else {
            return reader(of: source, below: roots, isGrowing: isGrowing, duration: duration)
        }
        return source.reader(
            at: .bucket(bucket.address), buckets: bucket, isGrowing: isGrowing, duration: duration)
    }

    /// Watches the bucket of a source; nil for a source elsewhere, and where there is no client.
    func watchedBucket(of source: ScreenshotSource) -> WatchedBucket? {
        guard let buckets, let address = source.bucketAddress else { return nil }
        return WatchedBucket(buckets, at: address, cache: chapterFiles)
    }
}
