import Foundation
package import Mosaic
import MosaicSystem
package import WebVTT

/// The folders below which clients may choose sources.
package struct SourceRoots: Sendable {
    /// No folders: clients cannot choose a source, and no link is followed.
    package static let none = SourceRoots(real: [])

    /// The folders' paths, with links resolved.
    let roots: [String]

    /// Creates roots of existing folders.
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

    package var isEmpty: Bool { roots.isEmpty }

    private init(real roots: [String]) { self.roots = roots }

    /// The source with a name from a client. `nil` if the source is missing, is neither a folder nor a film, or if a
    /// link in its path or its folder leads out of the root. The client cannot distinguish these cases.
    package func source(named name: String) -> ScreenshotSource? {
        guard ObjectKey(rawValue: name) != nil else { return nil }
        for root in roots {
            guard let path = RealPath.of(root + "/" + name), path.utf8.starts(with: (root + "/").utf8),
                let status = FileStatus(path: path)
            else { continue }
            if status.isFolder { return holdsLinksOut(path, of: root) ? nil : ScreenshotSource(folder: path) }
            // The resolved path must also be the path of a film, because it is the path that is opened.
            if status.isRegularFile, FilmName(name) != nil, FilmName(path) != nil {
                return ScreenshotSource(folder: path)
            }
        }
        return nil
    }

    /// A film by its absolute path, as other programs send it; returned with its path below the root. `nil` if the
    /// path, with links resolved, is not the path of a film below a root.
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

    /// The root that contains a path, the outermost if roots are nested; `nil` if no root contains the path.
    func root(of path: String) -> String? { RealPath.root(of: path, among: roots) }

    /// Opens a file of a source; `nil` if the file is missing or a link to it leads out of its root.
    ///
    /// - Throws: `unavailable` if the file may exist, for example if too many files are open.
    func open(_ file: String, in folder: String) throws -> OpenObject? {
        let path = folder + "/" + file
        return try MosaicError.translating {
            guard let root = root(of: path) else { return try OpenFile(path: path, name: file) }
            guard let name = RealPath.of(path).flatMap({ RealPath.path(of: $0, below: root) }) else { return nil }
            return try OpenFile(path: name, below: root, name: file)
        }.map(OpenObject.init)
    }

    /// Whether a file may be read. Outside of the roots, the file must not be a link. Below a root, its path with links
    /// resolved must be below the same root.
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
    /// Creates the reader of a source of this library: a folder, a film, an address in a bucket, or uploads in a store
    /// without a local folder.
    ///
    /// - Parameters:
    ///   - roots: Folders of clients' sources; links to a file, film or list below one of them must not leave it.
    ///   - isGrowing: Whether files in the list file may still be missing.
    ///   - duration: Length of the film; the last numbered file is skipped if it is past the end. nil if unknown.
    ///   - opening: Called with the progress of opening a film.
    package func reader(
        of source: ScreenshotSource, below roots: SourceRoots = .none, isGrowing: Bool = false,
        duration: Timestamp? = nil, opening: FilmProcess.OpeningHandler? = nil
    ) -> any ScreenshotReader {
        // If the store has a local folder, a source folder is read from the file system under any name.
        if case .store(let key) = source.location, store.localPath == nil {
            return StoreReader(source, below: key, in: store, duration: duration)
        }
        return source.reader(
            buckets: buckets, below: roots.roots, isGrowing: isGrowing, duration: duration, opening: opening)
    }

    /// Creates the reader of a source with a client that records reads of a bucket; without one, an ordinary reader.
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

    /// Creates the recording client of a source in a bucket; nil for other sources and without a client.
    func watchedBucket(of source: ScreenshotSource) -> WatchedBucket? {
        guard let buckets, let address = source.bucketAddress else { return nil }
        return WatchedBucket(buckets, at: address, cache: chapterFiles)
    }
}
