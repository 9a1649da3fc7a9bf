import Mosaic
import MosaicSystem

/// The screenshots in a source, without those that are still being written.
///
/// A file that cannot be decoded becomes a placeholder once it is stable, until it changes.
struct StableListing: Sendable {
    /// The complete files.
    let listing: ScreenshotListing
    /// The files that are still being written.
    let changing: Set<String>
    /// Why there are no screenshots; nil where there are some.
    let fault: MosaicError?

    /// Whether there are no files at all, not even incomplete ones.
    var isEmpty: Bool { listing.screenshots.isEmpty && changing.isEmpty && fault != nil }

    /// Lists a source.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    /// - Throws: Errors of the reader. `noScreenshots`, and `notFound` for a folder, mean that nothing has arrived.
    init(from reader: any ScreenshotReader, now: Int64 = FileStatus.now) async throws {
        do {
            let all = try await reader.list()
            let changing = await reader.unfinished(all.screenshots, now: now)
            listing = all.excluding(changing.contains)
            self.changing = changing
            fault = nil
        } catch let error as MosaicError
            where error.code == .noScreenshots || (error.code == .notFound && !(reader is BucketReader))
        {
            listing = ScreenshotListing([], skipped: [], reader: reader)
            changing = []
            fault = error
        }
    }

    /// Whether a published file is being overwritten; composing now would lose its tile.
    func isChanging(_ published: Storyboard?) -> Bool {
        !changing.isEmpty && published?.tiles.contains { changing.contains($0.source.name) } == true
    }
}
