import Mosaic
import MosaicLibrary

/// Adds the routes of screenshots, jobs, downloads, events and administration.
struct WorkRoutes: Sendable {
    let cache: DocumentCache
    let rule: AccessRule
    let urls: URLBuilder
    let metrics: PrometheusMetrics
    let lists: ListLimit
    /// Lists the screenshots in the bucket; `nil` without a bucket, or without a URL for its screenshots.
    let chapters: BucketChapterCache?
    /// The services that accept and process screenshots; `nil` if ``WorkSettings/isEnabled`` is false.
    let processing: ProcessingServices?

    func add(to routes: Routes) {
        let catalog = cache.library.catalog
        let stored = StoredScreenshots(
            of: cache.library, uploads: processing?.submissions.uploads, roots: processing?.roots ?? .none)
        let screenshots = Screenshots(stored: stored, readers: rule.readers)
        let uploads = UploadMetrics(metrics)
        let jobs = JobRoutes(catalog: catalog, urls: urls, limit: lists)
        let downloads = DownloadRoutes(catalog: catalog, downloads: cache.library.downloads, limit: lists)
        jobs.add(to: routes)
        downloads.add(to: routes)
        ScreenshotReading(screenshots: screenshots, lists: chapters).add(to: routes)
        PosterRoutes(cache: cache, rule: rule, frames: FilmFrames(of: stored)).add(to: routes)
        ChapterRoutes(
            screenshots: screenshots, lists: chapters, catalog: catalog, urls: urls, isOverTLS: rule.isOverTLS
        ).add(to: routes)
        StatusRoutes(cache: cache, keepsScreenshots: processing?.submissions.keepsScreenshots ?? true)
            .add(to: routes)
        AdministrationRoutes(cache: cache, chapters: chapters).add(to: routes)
        MetricsRoutes(metrics: metrics, cache: cache).add(to: routes)
        guard let processing else { return }
        jobs.addWrites(to: routes, submissions: processing.submissions)
        downloads.addWrites(to: routes, submissions: processing.submissions, queue: processing.downloads)
        DownloadRequestRoutes(
            queue: processing.downloads, submissions: processing.submissions, videos: processing.videos,
            roots: processing.roots, rule: rule, urls: urls
        ).add(to: routes)
        EventRoutes(wakes: processing.wakes) { chapters?.invalidate($0) }.add(to: routes)
        FileEventRoutes(imports: FileImports(roots: processing.roots, submissions: processing.submissions))
            .add(to: routes)
        SubmissionRoutes(
            submissions: processing.submissions, roots: processing.roots, bucket: processing.bucket,
            removal: processing.removal, library: cache.library,
            urls: urls
        ).add(to: routes)
        ScreenshotRoutes(
            submissions: processing.submissions, removal: processing.removal, upload: processing.upload,
            screenshots: screenshots,
            uploads: uploads, urls: urls
        ).add(to: routes)
    }
}
