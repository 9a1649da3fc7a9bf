import Mosaic
import MosaicLibrary

/// The screenshots of storyboards in full size, as they are served: each one that is open holds a permit.
struct Screenshots: Sendable {
    let stored: StoredScreenshots
    let readers: ReadAccess
    var descriptors = DescriptorBudget.ofProcess

    /// The screenshots of a storyboard's chapters, in the order of their numbers; none where nothing is known of it.
    ///
    /// - Throws: `unavailable`.
    func names(of id: StoryboardID) async throws -> [ScreenshotName] {
        guard let place = try await stored.place(of: id) else { return [] }
        return try await withTaskExecutorPreference(WorkExecutors.reading) { try await stored.names(of: id, in: place) }
    }

    /// Opens the screenshot of that name, whichever format it is in, also one that was retired; nil where
    /// there is none.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    func open(_ name: ScreenshotName, of id: StoryboardID) async throws -> FileResponse? {
        guard let place = try await stored.place(of: id) else { return nil }
        guard let permit = descriptors.file() else { throw RequestError.tooManyFiles }
        return try await withTaskExecutorPreference(WorkExecutors.reading) {
            var screenshot = try await stored.open(name, of: id, in: place)
            if screenshot == nil { screenshot = try await stored.openRetired(name, of: id) }
            return screenshot.flatMap { FileResponse($0, readers: readers, permit: permit) }
        }
    }

    /// The validators of the current version of a screenshot; nil without a current version. A removed screenshot has
    /// none.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    func validators(of name: ScreenshotName, of id: StoryboardID) async throws -> Validators? {
        guard let place = try await stored.place(of: id) else { return nil }
        guard let permit = descriptors.file() else { throw RequestError.tooManyFiles }
        return try await withTaskExecutorPreference(WorkExecutors.reading) {
            try await stored.open(name, of: id, in: place)
                .flatMap { FileResponse($0, readers: readers, permit: permit) }?.representation.validators
        }
    }
}
