package import Mosaic
package import WebVTT

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
