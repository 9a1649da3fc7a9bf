import Foundation
import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// Runs the library's jobs while the server runs, outside of its event loops. Releases its leases when it stops.
struct WorkerService: Service {
    /// Average seconds between two polls of an empty queue, by all workers together. Each worker polls at this interval
    /// times the number of workers.
    private static let pause = 0.125

    let cache: DocumentCache
    let submissions: SubmissionService
    let settings: WorkSettings
    let measures: JobMetrics
    let logger: Logger
    /// Called for each storyboard whose job begins, progresses or ends.
    let changed: @Sendable (StoryboardID) -> Void

    func run() async throws {
        await submissions.uploads.discardAbandoned()
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(WorkExecutors.writing) { await giveBackOrphans() }
            WorkExecutors.allow(jobs: settings.jobs)
            await withDiscardingTaskGroup { group in
                for _ in 0..<settings.jobs { group.addTask { await work() } }
            }
        }
    }

    private func giveBackOrphans() async {
        do {
            try await cache.library.catalog.giveBackOrphans()
        } catch {
            // Their leases will expire.
            logger.warning("Jobs of workers that were killed have to wait.", metadata: ["error": "\(error)"])
        }
    }

    private func work() async {
        var worker = settings.worker
        worker.pause = Self.pause * Double(settings.jobs)
        do {
            try await JobWorker(library: cache.library, name: WorkerName.unique().rawValue, settings: worker)
                .run(until: .cancelled, report: note)
        } catch {
            logger.error("A worker ended.", metadata: ["error": "\(error)"])
        }
    }

    @Sendable private func note(_ report: JobReport) {
        if let id = report.storyboard { changed(id) }
        measures.note(report)
        switch report {
        case .began, .composing, .lost: break
        case .published(let job, _): cache.invalidate(job.storyboard)
        case .ended(let job, let outcome):
            if case .postpone(let reason, _) = outcome {
                logger.notice("A storyboard is looked at again later.", metadata: ["error": "\(reason)"])
            }
            logger.debug("job", metadata: ["storyboard": "\(job.storyboard)", "outcome": "\(outcome)"])
            // Without screenshots, the storyboard's documents were removed.
            if job.completedChapters == 0 { cache.invalidate(job.storyboard) }
            guard job.state == .completed, !settings.keepsScreenshots else { return }
            Task { await discardScreenshots(of: job.storyboard) }
        case .stuck(let reason): logger.warning("A worker cannot go on.", metadata: ["error": "\(reason)"])
        }
    }

    private func discardScreenshots(of id: StoryboardID) async {
        do {
            try await submissions.discardScreenshots(of: id)
        } catch {
            logger.warning("Screenshots stay.", metadata: ["storyboard": "\(id)", "error": "\(error)"])
        }
    }
}

extension JobReport {
    /// The storyboard of the report; `nil` if the report concerns the worker.
    fileprivate var storyboard: StoryboardID? {
        switch self {
        case .began(let job), .composing(let job, _), .published(let job, _), .ended(let job, _), .lost(let job):
            job.storyboard
        case .stuck: nil
        }
    }
}
