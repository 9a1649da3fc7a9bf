import Foundation
import Mosaic
import MosaicSystem

/// The work on one storyboard of a batch.
struct BatchWork: Sendable {
    let batch: Batch
    /// Name of the worker in leases.
    let worker: String
    /// Permits to read films; each film is read by a separate process.
    let films: AsyncSemaphore

    /// Pause before the second attempt while another process has locked the storyboard's folder. Each later pause is
    /// twice as long, because every attempt lists the source and may open a film.
    private static let pause = Duration.milliseconds(200)
    private static let longestPause = Duration.seconds(5)

    /// Composes and publishes a storyboard, and its thumbnails for media servers.
    ///
    /// - Parameter composed: Called before publishing, which mainly waits for the disk.
    /// - Returns: Nil if the storyboard was skipped or the task was cancelled.
    func result(of item: BatchItem, composed: @escaping @Sendable () -> Void) async -> BatchResult? {
        let start = ContinuousClock.now
        var result: BatchResult?
        // The film is read once only: the sheets for Jellyfin are encoded from the same pixels.
        let isEncoded = item.request.source.filmPath != nil && batch.servers?.isForJellyfin == true
        let pixels = isEncoded ? KeptPixels() : nil
        do {
            result = try await makeOrWait(item, pixels, composed)
        } catch is CancellationError {
            return nil
        } catch is LeasedJob.Lost {
            let id = item.request.id.rawValue
            result = .failed(
                item.label, MosaicError(.busy, id, "Its job was cancelled, or taken over by another worker."))
        } catch {
            result = .failed(item.label, error)
        }
        if let film = item.request.source.filmPath, let servers = batch.servers,
            result.map({ $0.outcome != .failed }) ?? false
        {
            // Also publishes an up-to-date storyboard, because a server may have been added since.
            result?.servers = await servers.publish(
                item.request.id, of: film, in: item.library.store, pixels: pixels)
        }
        result?.seconds = (ContinuousClock.now - start) / .seconds(1)
        if let film = item.request.source.filmPath {
            let duration = result?.duration
            result?.film = BatchResult.Film(bytes: FileStatus(path: film)?.bytes ?? 0, duration: duration)
        }
        return result
    }

    /// Repeats the whole work while another process has locked the folder, because that process may change the
    /// remaining work.
    private func makeOrWait(
        _ item: BatchItem, _ pixels: KeptPixels?, _ composed: @escaping @Sendable () -> Void
    ) async throws -> BatchResult? {
        var pause = Self.pause
        // Starts at the first attempt that finds the folder locked; earlier time may have been spent waiting for a
        // permit.
        var end: ContinuousClock.Instant?
        while true {
            let isLast = batch.busyTimeout <= .zero || end.map { ContinuousClock.now >= $0 } ?? false
            do {
                return try await make(item, pixels, composed, isLast: isLast)
            } catch let error as MosaicError where error.code == .busy && !isLast {
                let limit = end ?? ContinuousClock.now + batch.busyTimeout
                end = limit
                try await Task.sleep(for: min(pause, max(.zero, limit - ContinuousClock.now)))
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    /// - Parameter isLast: Whether the job fails if the folder is locked.
    private func make(
        _ item: BatchItem, _ pixels: KeptPixels?, _ composed: @escaping @Sendable () -> Void, isLast: Bool
    ) async throws -> BatchResult? {
        let (request, catalog) = (item.request, item.library.catalog)
        let resumes: Bool
        switch try await step(for: item) {
        case .skip: return nil
        case .keep(let entry): return .unchanged(item.label, entry?.placeholders, duration: entry?.duration)
        case .compose(let isResumed): resumes = isResumed
        }
        // Waits for the permit before leasing the job, because waiting may take longer than a lease.
        let film = try await filmSlot(for: request)
        defer { film?.release() }
        // Checks the source before leasing the job, so that the job of another source's storyboard stays unchanged.
        let claim = try await item.library.claim(request, adopting: batch.adopts)
        let lease = try await LeasedJob.take(request, in: catalog, by: worker)
        do {
            let hadExports = try await hasExports(item)
            // Checks again after leasing the job: another worker may have published the storyboard in the meantime.
            if resumes, film != nil,
                try await item.library.isCurrent(request.id, fingerprint: fingerprint(of: request, in: item.library))
            {
                return try await finishUnchanged(item, lease)
            }
            let source =
                if film != nil || request.source.bucketAddress != nil {
                    // Listing a film or a bucket may take longer than a lease.
                    try await lease.keep {
                        try await BatchSource(of: request, in: item.library, opening: batch.opening)
                    }
                } else {
                    try BatchSource(of: request)
                }
            if resumes, try await item.library.isCurrent(request.id, fingerprint: source.fingerprint) {
                await source.close()
                return try await finishUnchanged(item, lease)
            }
            let composition: Composition
            do {
                composition = try await compose(item, source, claim, lease, pixels) {
                    film?.release()
                    composed()
                }
            } catch {
                await source.close()
                throw error
            }
            await source.close()
            let now = lease.now
            lease.note { progress in
                progress.completed = composition.storyboard.tiles.count
                progress.total = progress.completed
                progress.lastArrival = now
            }
            _ = try await lease.finish(.complete)
            if composition.isUnchanged, resumes || (!batch.resumes && hadExports) {
                let storyboard = composition.storyboard
                return .unchanged(item.label, storyboard.placeholders, duration: storyboard.duration)
            }
            return .composed(item.label, composition)
        } catch is CancellationError {
            await lease.giveBack()
            throw CancellationError()
        } catch let error as MosaicError where error.code == .busy && !isLast {
            await lease.giveBack()
            throw error
        } catch {
            // A batch reports failures and does not retry them. The reason of the failure matters more than an error
            // while recording it.
            _ = try? await lease.finish(.fail(reason: "\(error)"))
            throw error
        }
    }

    /// The next step for a storyboard.
    enum Step {
        /// The storyboard is not selected.
        case skip
        /// The storyboard is up to date.
        case keep(CatalogEntry?)
        /// Compose the storyboard. If `resumes` is true, skip it if its listed source turns out to be up to date.
        case compose(resumes: Bool)
    }

    /// Chooses the next step from the catalog and the source's fingerprint, without changes.
    func step(for item: BatchItem) async throws -> Step {
        if let entry = batch.current[item.request.id] { return .keep(entry) }
        var resumes = batch.resumes
        if resumes, try await !hasExports(item) { resumes = false }
        guard resumes || batch.retriesFailed else { return .compose(resumes: resumes) }
        let status = try await item.library.catalog.status(of: item.request.id)
        let isRetried = batch.retriesPlaceholders && status.entry.map { $0.placeholders.count > 0 } ?? false
        if isRetried { resumes = false }
        // Selects failed jobs, and jobs that an interrupted retry has begun.
        if batch.retriesFailed, !isRetried, status.job?.state.isDone ?? true { return .skip }
        // The run submitted the job, so a client cancelled it since.
        if item.request.isLeftToPublish, let job = status.job, job.state == .cancelled,
            (try? job.request())?.source == item.request.source
        {
            return .skip
        }
        // An unfinished job comes from a killed run; only composing completes it.
        if resumes, status.job?.state.isDone ?? true,
            try await item.library.isCurrent(
                status.entry, fingerprint: fingerprint(of: item.request, in: item.library))
        {
            return .keep(status.entry)
        }
        return .compose(resumes: resumes)
    }

    /// Whether the published exports are the requested ones.
    private func hasExports(_ item: BatchItem) async throws -> Bool {
        guard let request = batch.exports else { return true }
        let manifest = try await ExportPublisher(in: item.library.store, folder: ObjectKey(item.request.id)).manifest()
        return manifest?.request ?? ExportManifest.Request([Export]()) == request
    }

    /// Completes the job of a storyboard that is up to date: another run composed it in the meantime, or was killed
    /// before it completed the job.
    private func finishUnchanged(_ item: BatchItem, _ lease: LeasedJob) async throws -> BatchResult {
        _ = try await lease.finish(.complete)
        let entry = try await item.library.catalog.entry(of: item.request.id)
        return .unchanged(item.label, entry?.placeholders, duration: entry?.duration)
    }

    /// The current fingerprint of a source. A film is not opened.
    private func fingerprint(of request: JobRequest, in library: StoryboardLibrary) async throws -> ContentHash? {
        if request.source.filmPath != nil { return try SourceFingerprint.ofFilm(in: request) }
        if request.source.bucketAddress != nil { return try await BatchSource(of: request, in: library).fingerprint }
        return try BatchSource(of: request).fingerprint
    }

    /// Acquires a permit to read a film; nil for other sources.
    private func filmSlot(for request: JobRequest) async throws -> Permits? {
        guard request.source.filmPath != nil else { return nil }
        try await films.acquire()
        return Permits(of: films)
    }

    private func compose(
        _ item: BatchItem, _ source: BatchSource, _ claim: SourceOwnershipCheck, _ lease: LeasedJob,
        _ pixels: KeptPixels?,
        _ composed: @escaping @Sendable () -> Void
    ) async throws -> Composition {
        let request = item.request
        var listing = try source.listing.get()
        if let most = batch.mostFrames { listing = listing.middle(most) }
        try request.validate()
        var settings = request.settings
        settings.workers = item.workers
        if let servers = batch.servers, servers.isForJellyfin, let film = try await FilmFacts(of: listing) {
            servers.fit(&settings, toFilmOf: film.codedWidth)
        }
        var publication = request.publication
        publication.pixels = pixels
        publication.regrids = batch.regrids
        if !publication.regrids, batch.servers?.isForJellyfin == true,
            let published = try await item.library.storyboard(request.id), !settings.keepsSizes(of: published)
        {
            publication.regrids = true
        }
        publication.exports = batch.exports
        return try await lease.keep { [listing, settings, publication] in
            try await item.library.compose(
                request.composition(of: listing), settings: settings, publication: publication,
                claim: claim, fingerprint: source.fingerprint, now: lease.now,
                mayPublish: {
                    try await lease.confirm()
                    composed()
                },
                progress: { progress in
                    lease.note { state in
                        state.completed = max(state.completed, progress.completed)
                        state.total = progress.total
                    }
                })
        }
    }
}

/// The current listing of a storyboard's source.
private struct BatchSource {
    /// The listing. An error is reported when the storyboard is composed.
    let listing: Result<ScreenshotListing, any Error>
    let fingerprint: ContentHash?

    init(of request: JobRequest) throws {
        let listed = FileStatus.now
        listing = Result { try request.source.listing(duration: request.duration) }
        fingerprint = try (try? listing.get()).flatMap { try SourceFingerprint.of($0, for: request, listed: listed) }
    }

    /// Opens and lists a film, or lists an address in a bucket.
    init(
        of request: JobRequest, in library: StoryboardLibrary, opening: (@Sendable (String, Double) -> Void)? = nil
    ) async throws {
        let listed = FileStatus.now
        let name = request.source.folderName
        var handler: FilmProcess.OpeningHandler?
        if let opening { handler = { part in opening(name, part) } }
        do {
            let found = try await library.reader(
                of: request.source, duration: request.duration, opening: handler
            ).list()
            listing = .success(found)
        } catch {
            listing = .failure(error)
        }
        fingerprint = try (try? listing.get()).flatMap { try SourceFingerprint.of($0, for: request, listed: listed) }
    }

    /// Ends the program that reads a film, or pending requests to a bucket.
    func close() async { await (try? listing.get())?.reader.close() }
}

extension JobState {
    /// Whether the job ended without a failure.
    fileprivate var isDone: Bool { isFinal && self != .failed }
}
