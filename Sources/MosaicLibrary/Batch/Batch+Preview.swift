import Mosaic
import MosaicSystem

extension Batch {
    /// A batch's work on one storyboard, as a dry run lists it.
    package struct Preview: Sendable {
        /// Whether it would be composed; false for one that is up to date.
        package let isComposed: Bool
        /// The files that would be written for media servers, as far as they follow from the storyboard that is there.
        package let servers: [ServerPublication]
        /// The files of a film that has no such storyboard yet; see ``MediaServerPublisher/expectedPaths(of:)``.
        package var expectedPaths: [String] = []
    }

    /// Lists the work on a storyboard; nothing is written, and no film is opened that need not be.
    ///
    /// - Returns: Nil for a storyboard that is not selected.
    /// - Throws: `refused` for the storyboard of another source, errors of the library.
    package func preview(of item: BatchItem) async throws -> Preview? {
        let work = BatchWork(batch: self, worker: "", films: AsyncSemaphore(permits: 1))
        let isComposed: Bool
        switch try await work.step(for: item) {
        case .skip: return nil
        case .keep: isComposed = false
        case .compose:
            isComposed = true
            try await item.library.claim(item.request, adopting: adopts)
        }
        guard let servers, let film = item.request.source.filmPath else {
            return Preview(isComposed: isComposed, servers: [])
        }
        guard let published = try await item.library.storyboard(item.request.id),
            // A storyboard of other sizes, or that another film replaces, has other files after the batch.
            !isComposed || !regrids && item.request.settings.keepsSizes(of: published)
        else {
            return Preview(isComposed: isComposed, servers: [], expectedPaths: servers.expectedPaths(of: film))
        }
        let publications = await servers.publish(item.request.id, of: film, in: item.library.store)
        return Preview(isComposed: isComposed, servers: publications)
    }
}
