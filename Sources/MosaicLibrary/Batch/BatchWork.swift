import Foundation
import Mosaic
import MosaicFiles

/// What is done for one storyboard of a batch.
struct BatchWork: Sendable {
    /// Whether what is up to date is left alone.
    let resumes: Bool
    /// Whether only storyboards whose job failed, or did not come to its end, are made.
    let retriesFailed: Bool
    /// Whether what has placeholders is made again, also where it is up to date.
    let retriesPlaceholders: Bool
    /// Whether what is made of another source is replaced.
    let adopts: Bool
    /// Whether recorded tile and grid sizes are chosen anew.
    let regrids: Bool
    /// The name in leases.
    let worker: String

    /// Makes a storyboard.
    ///
    /// - Parameter composed: Called once nothing is left to do but to publish, which waits for the disk.
    /// - Returns: Nil where it was left aside or the task was cancelled: there is nothing to tell.
    func result(of item: BatchItem, composed: @escaping @Sendable () -> Void) async -> BatchResult? {
        let start = ContinuousClock.now
        var result: BatchResult?
        do {
            result = try await make(item, composed)
        } catch is CancellationError {
            return nil
        } catch is LeasedJob.Lost {
            let id = item.request.id.rawValue
            result = .failed(
                item.label, MosaicError(.busy, id, "Its job was cancelled, or taken over by another worker."))
        } catch {
            result = .failed(item.label, error)
        }
        result?.seconds = (ContinuousClock.now - start) / .seconds(1)
        return result
    }

    private func make(
        _ item: BatchItem, _ composed: @escaping @Sendable () -> Void
    ) async throws -> BatchResult? {
        let (request, catalog) = (item.request, item.library.catalog)
        var resumes = resumes
        if resumes || retriesFailed {
            let standing = try await catalog.status(of: request.id)
            let isRetried =
                retriesPlaceholders ? try await hasPlaceholders(standing.entry, in: item.library) : false
            if isRetried { resumes = false }
            // One that failed, or that a retry which was stopped left as it had begun it.
            if retriesFailed, !isRetried, standing.job?.state.isDone ?? true { return nil }
            // A job that is not done was left by a killed run, and only what follows brings it to its end.
            if resumes, standing.job?.state.isDone ?? true,
                try await item.library.isCurrent(standing.entry, fingerprint: BatchSource(of: request).fingerprint)
            {
                return .unchanged(item.label, standing.entry?.placeholders)
            }
        }
        // First, so that the job of another source's storyboard stays as it is.
        let claim = try await item.library.claim(request, adopting: adopts)
        let hold = try await LeasedJob.take(request, in: catalog, by: worker)
        do {
            // Looked at only now: while this one waited for the job, screenshots may have come, and been published.
            let source = try BatchSource(of: request)
            if resumes, try await item.library.isCurrent(request.id, fingerprint: source.fingerprint) {
                // Another run made it while this one waited, or was killed before it could say so.
                _ = try await hold.finish(.complete)
                return .unchanged(item.label, try await catalog.entry(of: request.id)?.placeholders)
            }
            let composition = try await compose(item, source, claim, hold, composed)
            hold.note { progress in
                progress.completed = composition.storyboard.tiles.count
                progress.total = progress.completed
                progress.lastArrival = Date()
            }
            _ = try await hold.finish(.complete)
            // Its fingerprint was not known, as after the catalog was lost.
            if resumes, composition.isUnchanged {
                return .unchanged(item.label, composition.storyboard.placeholders)
            }
            return .composed(item.label, composition)
        } catch is CancellationError {
            await hold.giveBack()
            throw CancellationError()
        } catch {
            // Nothing is tried again by itself: whoever runs a batch sees at once what failed. And why it did is of more
            // interest than that this cannot be written down.
            _ = try? await hold.finish(.fail(reason: "\(error)"))
            throw error
        }
    }

    /// Asks the record where an older version did not write it into the catalog.
    private func hasPlaceholders(_ entry: CatalogEntry?, in library: StoryboardLibrary) async throws -> Bool {
        guard let entry else { return false }
        let placeholders =
            if let known = entry.placeholders { known } else { try await library.storyboard(entry.id)?.placeholders }
        return placeholders.map { $0.count > 0 } ?? false
    }

    private func compose(
        _ item: BatchItem, _ source: BatchSource, _ claim: SourceClaim, _ hold: LeasedJob,
        _ composed: @escaping @Sendable () -> Void
    ) async throws -> Composition {
        let request = item.request
        let listing = try source.listing.get()
        try request.validate()
        var settings = request.settings
        settings.workers = item.workers
        var publication = request.publication
        publication.regrids = regrids
        return try await hold.keep { [settings, publication] in
            try await item.library.compose(
                request.composition(of: listing), settings: settings, publication: publication,
                claim: claim, fingerprint: source.fingerprint,
                mayPublish: {
                    try await hold.confirm()
                    composed()
                },
                progress: { progress in
                    hold.note { state in
                        state.completed = max(state.completed, progress.completed)
                        state.total = progress.total
                    }
                })
        }
    }
}

/// What a storyboard of a batch is made of, as it is now.
private struct BatchSource {
    /// Why there is none is said when it is composed.
    let listing: Result<ScreenshotListing, any Error>
    let fingerprint: ContentHash?

    init(of request: JobRequest) throws {
        let listed = FileStatus.now
        listing = Result { try request.source.listing(duration: request.duration) }
        fingerprint = try (try? listing.get()).flatMap { try SourceFingerprint.of($0, for: request, listed: listed) }
    }
}

extension JobState {
    /// Whether it came to its end, and not to a bad one.
    fileprivate var isDone: Bool { isFinal && self != .failed }
}
