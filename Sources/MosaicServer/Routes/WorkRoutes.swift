import Mosaic
import MosaicLibrary

/// All routes that have to do with screenshots, jobs and the server itself.
struct WorkRoutes: Sendable {
    let shelf: Shelf
    let rule: AccessRule
    let addresses: Addresses
    let metrics: PrometheusMetrics
    let measures: WorkMeasures
    let lists: ListLimit
    /// Nil for a server that takes nothing in.
    let workshop: Workshop?

    func add(to routes: Routes) {
        let catalog = shelf.library.catalog
        let screenshots = Screenshots(
            library: shelf.library, folder: workshop?.desk.folder, roots: workshop?.roots, readers: rule.readers)
        let jobs = JobRoutes(catalog: catalog, addresses: addresses, limit: lists)
        let downloads = DownloadRoutes(catalog: catalog, limit: lists)
        jobs.add(to: routes)
        downloads.add(to: routes)
        ScreenshotReading(screenshots: screenshots).add(to: routes)
        ChapterRoutes(
            screenshots: screenshots, catalog: catalog, addresses: addresses, isOverTLS: rule.isOverTLS
        ).add(to: routes)
        AdministrationRoutes(shelf: shelf).add(to: routes)
        MetricsRoutes(metrics: metrics, shelf: shelf).add(to: routes)
        guard let workshop else { return }
        jobs.addWrites(to: routes, desk: workshop.desk)
        downloads.addWrites(to: routes, desk: workshop.desk)
        SubmissionRoutes(
            desk: workshop.desk, roots: workshop.roots, removal: workshop.removal, library: shelf.library,
            addresses: addresses
        ).add(to: routes)
        ScreenshotRoutes(
            desk: workshop.desk, removal: workshop.removal, upload: workshop.upload, screenshots: screenshots,
            measures: measures, addresses: addresses
        ).add(to: routes)
    }
}
