import Foundation
import Mosaic
import MosaicSystem
import Synchronization

/// One attempt at a job: lists the source, composes new tiles, publishes the storyboard.
struct JobAttempt: Sendable {
    let library: StoryboardLibrary
    let lease: LeasedJob
    let settings: JobWorker.Settings
    let backlog: JobBacklog
    let report: @Sendable (JobReport) -> Void

    private var job: Job { lease.job }

    /// Runs the attempt.
    ///
    /// - Throws: ``LeasedJob/Lost``, `CancellationError`; all other errors become an outcome.
    func outcome() async throws -> JobOutcome {
        do {
            return try await outcome(of: job.request())
        } catch let error as MosaicError {
            return outcome(of: error)
        } catch let error where error is LeasedJob.Lost || error is CancellationError {
            throw error
        } catch {
            return outcome(of: MosaicError(.unavailable, job.storyboard.rawValue, "It failed: \(type(of: error))."))
        }
    }

    private func outcome(of error: MosaicError) -> JobOutcome {
        settings.retries.outcome(
            of: error, after: job.failedAttempts, postponements: job.postponements, now: lease.now,
            random: settings.random())
    }

    private func outcome(of submitted: JobRequest) async throws -> JobOutcome {
        var request = submitted
        try request.validate()
        // Its state stays, and so it still waits.
        guard !request.isLeftToPublish else { return .wait(until: .distantFuture) }
        if let film = request.source.filmPath { return try await outcome(ofFilm: film, request) }
        let listed = FileStatus.now
        let bucket = library.watchedBucket(of: request.source)
        let source = try await StableListing(
            from: library.reader(
                of: request.source, in: bucket, below: settings.roots, isGrowing: true, duration: request.duration),
            now: settings.fileTime())
        let areUploads = request.source.isUploads(of: request.id)
        var fault = source.fault
        if source.isEmpty, areUploads, job.lastArrival == nil, FileStatus(path: request.source.folder) == nil {
            fault = MosaicError(.noScreenshots, request.id.rawValue, "No screenshot was uploaded.")
        }
        do {
            if request.expected == nil {
                request.expected = try await bucket?.expectedChapters(for: request.source)
            }
        } catch let error as MosaicError where error.code == .malformed {
            // Another `chapters.json` may replace the object; until then the storyboard shows the arrived screenshots.
            fault = fault ?? error
        }
        let count = ChapterCount(of: request, source.listing.screenshots)
        var have = 0
        let earlier = try await StoryboardPublisher(of: request.id, in: library.store)
        var published = earlier.previous
        note(count, published, hasArrived: !source.listing.screenshots.isEmpty)
        // Applies to uploads only: the disk of any other source may be unmounted. The second check reads the store,
        // because the job's folder does not exist after the library was moved.
        var isEmptied = source.isEmpty && job.lastArrival != nil && areUploads
        if isEmptied {
            isEmptied = try await RetiredScreenshots(of: request.id, in: library.store).uploaded().isEmpty
        }
        if isEmptied, published != nil {
            try await library.empty(request.id, now: lease.now) { try await lease.confirm() }
            lease.note { $0.completed = 0 }
            published = nil
        }
        if !source.listing.screenshots.isEmpty, !source.isChanging(published) {
            do {
                published = try await current(request, source.listing, listed: listed, after: earlier, count)
                have = count.have(in: published)
            } catch let error as MosaicError where error.code == .damaged {
                // The file may be repaired or replaced while the job waits for other screenshots.
                fault = error
            }
        }
        let backlog = await backlog.count
        let now = lease.now
        let arrival = lease.progress?.lastArrival
        return ArrivalRule(of: request)
            .outcome(
                have: have, arrived: count.arrived, lastArrival: arrival, begun: job.begun, now: now, backlog: backlog
            )
            .explained(by: isEmptied ? nil : fault, isExpecting: request.expected != nil)
            .accepted(where: isEmptied)
            .repeated(bucket?.failedDownload.map { outcome(of: $0) })
            .postponed(while: source.changing, now: now)
    }

    /// Composes and publishes the arrived screenshots, unless they are published already.
    func current(
        _ request: JobRequest, _ found: ScreenshotListing, listed: Int64, after publisher: StoryboardPublisher,
        _ count: ChapterCount
    ) async throws -> Storyboard? {
        let earlier = publisher.previous
        let listing = found.expecting(request.expected?.chapters ?? [], missing: request.missing)
        let fingerprint = try SourceFingerprint.of(listing, for: request, listed: listed, below: settings.roots)
        if earlier != nil, try await library.isCurrent(request.id, fingerprint: fingerprint) { return earlier }
        var composing = request.settings
        composing.workers = settings.workers
        composing.limits = settings.limits
        composing.sheetURLSecret = settings.sheetURLSecret
        let placeholders = listing.screenshots.count - found.screenshots.count
        let floor = count.have(in: earlier)
        let composition = try await library.compose(
            request.composition(of: listing), settings: composing, publication: request.publication,
            after: publisher, claim: SourceOwnershipCheck(submitted: request), fingerprint: fingerprint, now: lease.now,
            mayPublish: { try await lease.confirm() },
            progress: { progress in
                report(.composing(job, progress))
                let made = max(floor, progress.completed - placeholders)
                lease.note { $0.completed = count.shown(made) }
            })
        let storyboard = composition.storyboard
        let isNews = storyboard.hasArrivals(since: earlier)
        let now = lease.now
        lease.note { progress in
            progress.completed = count.shown(count.have(in: storyboard))
            if isNews { progress.lastArrival = now }
        }
        report(.published(job, composition))
        return storyboard
    }

    /// Records the progress before composing.
    func note(_ count: ChapterCount, _ published: Storyboard?, hasArrived: Bool) {
        let arrival = job.lastArrival ?? (hasArrived ? lease.now : nil)
        lease.note { progress in
            progress.completed = count.shown(count.have(in: published))
            progress.total = count.total
            progress.lastArrival = arrival
        }
    }
}

extension JobAttempt {
    /// One attempt at the storyboard of a film: waits until the film's file is complete, then composes all frames.
    ///
    /// The film is not opened if its version is the published one.
    func outcome(ofFilm path: String, _ request: JobRequest) async throws -> JobOutcome {
        let backlog = await backlog.count
        let now = lease.now
        switch FilmArrival(
            of: path, below: settings.roots.root(of: path), settle: request.settle, now: settings.fileTime()
        ).state {
        case .absent:
            let fault = MosaicError(.notFound, request.source.folderName, "There is no such film.")
            return ArrivalRule(of: request)
                .outcome(have: 0, arrived: 0, lastArrival: nil, begun: lease.job.begun, now: now, backlog: backlog)
                .explained(by: fault, isExpecting: false)
        case .changing(let seconds):
            return .wait(until: now.addingTimeInterval(max(seconds, ArrivalRule.pause(sharedBy: backlog))))
        case .complete: break
        }
        if let published = try await current(request) {
            note(tiles: published.tiles.count)
            return .complete
        }
        let reader = library.reader(of: request.source, below: settings.roots, duration: request.duration)
        return try await reader.close(after: { try await outcome(ofFilm: path, request, from: reader) })
    }

    private func outcome(
        ofFilm path: String, _ request: JobRequest, from reader: any ScreenshotReader
    ) async throws -> JobOutcome {
        let listed = FileStatus.now
        let listing = try await reader.list()
        let publisher = try await StoryboardPublisher(of: request.id, in: library.store)
        let count = ChapterCount(of: request, listing.screenshots)
        note(count, publisher.previous, hasArrived: true)
        _ = try await current(request, listing, listed: listed, after: publisher, count)
        // Another film may have replaced the file during the composition.
        let isSame =
            listing.screenshots.first?.status
            == FileStatus(path: path, below: settings.roots.root(of: path)).map(Screenshot.Status.file)
        return isSame ? .complete : .wait(until: lease.now.addingTimeInterval(1))
    }

    /// The published storyboard if it is made of this version of the film; otherwise nil.
    private func current(_ request: JobRequest) async throws -> Storyboard? {
        guard try await library.isCurrent(filmOf: request, below: settings.roots) else { return nil }
        return try await library.storyboard(request.id)
    }

    private func note(tiles: Int) {
        lease.note { progress in
            progress.completed = tiles
            progress.total = tiles
        }
    }
}

/// The number of unfinished jobs in a catalog, counted every five seconds at most.
final class JobBacklog: Sendable {
    private static let interval = Duration.seconds(5)

    private let catalog: any Catalog
    private let state = Mutex<(count: Int, due: ContinuousClock.Instant)>((0, .now))

    init(of catalog: any Catalog) { self.catalog = catalog }

    /// The current count, at most five seconds old. If the catalog does not answer, the previous count.
    var count: Int {
        get async {
            let isDue = state.withLock { state in
                guard state.due <= .now else { return false }
                state.due = .now + Self.interval
                return true
            }
            if isDue, let count = try? await catalog.unfinishedJobs() { state.withLock { $0.count = count } }
            return state.withLock(\.count)
        }
    }
}

extension Catalog {
    /// The number of jobs that are not completed, failed or cancelled.
    ///
    /// - Throws: `unavailable`.
    package func unfinishedJobs() async throws -> Int {
        try await jobCounts().reduce(0) { $0 + ($1.key.isFinal ? 0 : $1.value) }
    }
}
