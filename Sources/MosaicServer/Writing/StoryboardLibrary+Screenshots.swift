import Mosaic
import MosaicLibrary

extension StoryboardLibrary {
    /// How many screenshots are removed at a time.
    private static let pageLimit = 1_000

    /// Removes all uploaded screenshots of a storyboard, and nothing that somebody else put beside them.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `refused` where a link is in the way, `unavailable`; a later call removes the rest.
    @discardableResult
    func removeScreenshots(of id: StoryboardID) async throws -> Bool {
        let folder = ObjectKey(id).appending(UploadFolder.name)
        var wasThere = false
        var last: ObjectKey?
        while true {
            let page = try await store.list(below: folder, after: last, limit: Self.pageLimit)
            for object in page where object.key.parts.last.flatMap({ ScreenshotName(String($0)) }) != nil {
                try await store.delete(object.key)
                wasThere = true
            }
            guard let end = page.last?.key else { return wasThere }
            last = end
        }
    }
}
