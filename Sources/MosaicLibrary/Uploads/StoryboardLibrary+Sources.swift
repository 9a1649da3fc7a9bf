package import Mosaic
package import WebVTT

extension StoryboardLibrary {
    /// Reads a source of this library: a folder, a film, a part of a bucket, or of a store that has no folder.
    ///
    /// - Parameters:
    ///   - isGrowing: Whether files that a list names may still be missing.
    ///   - duration: The film's length, past which the last numbered file is skipped; nil where unknown.
    package func reader(
        of source: ScreenshotSource, isGrowing: Bool = false, duration: Timestamp? = nil
    ) -> any ScreenshotReader {
        // Beside a store with a folder, a folder may have any name.
        if case .store(let key) = source.location, store.localPath == nil {
            return StoreReader(source, below: key, in: store, duration: duration)
        }
        return source.reader(buckets: buckets, isGrowing: isGrowing, duration: duration)
    }
}
