public import Foundation

extension StoryboardComposer {
    /// How a composition is published into a folder.
    public struct Publication: Sendable {
        /// Seconds for which sheets of earlier publications stay; 0 removes them at once.
        public var keepingOld = 24 * 60 * 60
        /// Whether the geometry is chosen again instead of kept.
        public var regrids = false
        /// The documents to write besides those that are always written.
        package var documents: Set<PublishedDocument> = []
        /// The formats of other players to write beside the track; nil writes those of the earlier publication again.
        package var exports: ExportManifest.Request?
        /// The URL of the film, relative to the folder, that a preview page shows; nil for a page without it.
        package var film: String?
        /// The source to record beside the record; nil keeps the recorded one.
        package var source: RecordedSource?
        /// Keeps the pixels of tiles that are made; nil keeps none.
        package var pixels: KeptPixels?
        /// Whether a preview page is written beside the track.
        public var writesPreview: Bool {
            get { documents.contains(.preview) }
            set { if newValue { documents.insert(.preview) } else { documents.remove(.preview) } }
        }

        /// A day for old sheets, the recorded geometry, no preview page.
        public init() {}
    }

    /// Composes a storyboard into a folder; the previous publication stays whole until the new one is published.
    ///
    /// `progress` is called after each screenshot, from any thread.
    /// - Throws: `noScreenshots`, `invalidSettings`, `damaged`, `refused`, `unavailable`, `CancellationError`.
    @discardableResult
    public func compose(
        _ request: CompositionRequest, into folder: StoryboardFolder, publication: Publication = Publication(),
        now: Date = Date(), progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Composition {
        do {
            let publisher = try folder.place
            let staged = try await publisher.stage(request, by: self, publication, now: now, progress: progress)
            try await publisher.publish(staged, now: now)
            return staged.composition
        } catch {
            folder.abandon()
            throw error
        }
    }
}
