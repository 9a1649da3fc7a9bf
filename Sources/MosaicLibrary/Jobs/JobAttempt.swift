import Foundation
import Mosaic
import MosaicSystem

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
    /// - Throws: ``LeasedJob/Lost``, `CancellationError`; everything else is an outcome.
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
            // Another file may take its place; what has arrived is shown meanwhile.
            fault = fault ?? error
        }
        let count = ChapterCount(of: request, source.listing.screenshots)
        var have = 0
        let earlier = try await StoryboardPublisher(of: request.id, in: library.store)
        var published = earlier.previous
        note(count, published, hasArrived: !source.listing.screenshots.isEmpty)
        // Only for uploads: elsewhere the disk of the source may be missing. Nor where a library was moved, because the
        // job's folder does not exist then.
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
                // The file may be repaired or replaced while other screenshots are awaited.
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

    /// Publishes the arrived screenshots unless they are published already.
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
