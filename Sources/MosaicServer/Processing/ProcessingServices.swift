import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// The services that accept screenshots and create storyboards.
struct ProcessingServices: Sendable {
    let submissions: SubmissionService
    let roots: SourceRoots
    let videos: VideoRoots
    /// The queue of video downloads; `nil` if the library cannot store downloads.
    let downloads: DownloadQueue?
    /// The bucket and prefix whose folders are sources, each named by the id of its storyboard; `nil` without a bucket.
    let bucket: BucketAddress?
    let upload: Upload
    let removal: RemovalService
    /// Handles bucket notifications; `nil` without a bucket of screenshots.
    let wakes: BucketNotificationHandler?
    /// Composes storyboards on request; `nil` if that is disabled.
    let firstCompositions: FirstCompositions?
    /// The background services. They include no worker if only other processes compose.
    let services: [any Service]

    /// Creates the services; `nil` if ``WorkSettings/isEnabled`` is false.
    ///
    /// - Parameters:
    ///   - traces: Stores the traces of requests that submit jobs.
    ///   - changed: Called for each storyboard that is removed or restored, or whose job begins, progresses or ends.
    /// - Throws: `invalidSettings`.
    init?(
        _ settings: ServerSettings, videos: VideoRoots, cache: DocumentCache, measures: JobMetrics, logger: Logger,
        traces: JobTraces = JobTraces(), changed: @escaping @Sendable (StoryboardID) -> Void = { _ in }
    ) throws {
        let work = settings.work
        // Each video may also be named as a source.
        roots = try SourceRoots(work.sourceRoots + work.videoRoots)
        self.videos = videos
        let downloader = try Self.downloader(settings, into: videos, logger)
        bucket = work.screenshots
        guard work.isEnabled else { return nil }
        let library = cache.library
        let uploads = UploadedScreenshots(of: library)
        submissions = SubmissionService(library: library, uploads: uploads, settings: work, traces: traces)
        downloads = library.downloads.map {
            DownloadQueue(
                log: $0, capacity: work.queueLength, perUser: work.queuePerToken, isServed: downloader != nil)
        }
        upload = Upload(uploads: uploads, bytes: work.uploadBytes, pixels: work.uploadPixels)
        removal = RemovalService(cache: cache, submissions: submissions, changed: changed)
        wakes = work.screenshots.map { BucketNotificationHandler(catalog: library.catalog, root: $0) }
        firstCompositions =
            work.firstCompositionWait > 0 && !settings.isReadOnly
            ? FirstCompositions(
                library: library, submissions: submissions, roots: roots, videos: videos, bucket: bucket,
                wait: .seconds(work.firstCompositionWait))
            : nil
        var services: [any Service] = []
        if !settings.isReadOnly {
            let collector = RetentionCollector(library: library, keepingOld: work.keepingOld)
            services.append(CollectionService(collector: collector, cache: cache, logger: logger))
        }
        if work.jobs > 0, !settings.isReadOnly {
            services.append(
                WorkerService(
                    cache: cache, submissions: submissions, settings: work, measures: measures, logger: logger,
                    changed: changed))
        }
        if let downloader, let log = library.downloads {
            services.append(
                DownloadService(
                    log: log, downloader: downloader, submissions: submissions,
                    concurrency: work.downloads.concurrency, logger: logger))
        }
        self.services = services
    }

    /// The downloader; `nil` if none is configured, or if its folder belongs to another user. The other routes work
    /// without it.
    private static func downloader(
        _ settings: ServerSettings, into videos: VideoRoots, _ logger: Logger
    ) throws -> Downloader? {
        do {
            return try Downloader(settings, into: videos)
        } catch let error as MosaicError where error.code == .refused {
            logger.error("Videos of URLs are not downloaded.", metadata: ["error": "\(error)"])
            return nil
        }
    }
}

/// Removes expired retired objects of the library, including objects that an earlier server retired.
struct CollectionService: Service {
    let collector: RetentionCollector
    let cache: DocumentCache
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskExecutorPreference(WorkExecutors.writing) {
                await collector.run { result in
                    switch result {
                    case .success(let ids): ids.forEach(cache.invalidate)
                    case .failure(let error):
                        logger.warning(
                            "Could not delete expired files; will try again.", metadata: ["error": "\(error)"])
                    }
                }
            }
        }
    }
}
