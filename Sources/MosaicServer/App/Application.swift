public import Hummingbird
public import Logging
import Mosaic
public import MosaicLibrary
import ServiceLifecycle
import UnixSignals

/// Builds the server for a library. It starts listening when run.
///
/// - Parameters:
///   - library: The storyboards and their catalog.
///   - settings: Address, access, limits and work.
///   - logger: The logger of the server and of each request.
///   - whenReady: Called with the port once connections are accepted.
/// - Throws: `invalidSettings` or `unsupported`, naming the setting.
public func buildApplication(
    library: StoryboardLibrary, settings: ServerSettings, logger: Logger,
    whenReady: @escaping @Sendable (Int) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    try buildApplication(
        library: library, settings: settings, logger: logger, metrics: PrometheusMetrics(), whenReady: whenReady)
}

/// Builds the server with `metrics` at `/metrics`.
package func buildApplication(
    library: StoryboardLibrary, settings: ServerSettings, logger: Logger, metrics: PrometheusMetrics,
    whenReady: @escaping @Sendable (Int) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    let server = try routedServer(library, settings, logger: logger, metrics: metrics)
    let descriptors = DescriptorBudget.ofProcess
    var application = Application(
        router: server.router,
        server: try settings.protocols(
            server.hotAnswers, inFlight: server.inFlight, log: RequestLog(logger)),
        configuration: settings.application(descriptors),
        onServerRunning: { channel in
            descriptors.resume(channel)
            await whenReady(channel.localAddress?.port ?? settings.port)
        }, logger: logger)
    for service in server.services { application.addServices(service) }
    return application
}

/// Builds the router with all routes, and the background services.
func routedServer(
    _ library: StoryboardLibrary, _ settings: ServerSettings, logger: Logger,
    metrics: PrometheusMetrics = PrometheusMetrics()
) throws -> (
    router: Router<ServerContext>, hotAnswers: HotAnswers?, inFlight: InFlightBudget, services: [any Service]
) {
    let rules = try ServerRules(settings)
    let urls = try URLBuilder(settings)
    let cache = DocumentCache(
        library: library, budget: settings.cacheBytes, inFlight: settings.inFlightBytes, readers: rules.access.readers)
    let videos = try VideoRoots(settings.work.videoRoots)
    let events = try EventServices(settings, catalog: library.catalog, urls: urls, logger: logger)
    let processing = try ProcessingServices(
        settings, videos: videos, cache: cache, measures: JobMetrics(metrics, countsResults: false),
        logger: logger, traces: events.traces,
        changed: events.hub.note)

    let chapters = try bucketChapters(library, settings, logger: logger)

    let paths = KnownPaths()
    let inFlight = InFlightBudget(capacity: settings.inFlightBytes, reserve: settings.inFlightBytes / 8)
    let requests = RequestMetrics(metrics)
    let single = rules.access.readers == .anyone ? (library.catalog as? SingleStoryboardCatalog)?.store.id : nil
    let router = serverRouter(
        rules, paths, track: single.map { urls.path(of: $0) + Storyboard.trackName }, inFlight: inFlight,
        measures: requests, compositions: processing?.firstCompositions, logger: logger)
    let routes = Routes(router: router, paths: paths, rule: rules.access, prefix: urls.prefix)
    HealthRoutes(library: library).add(to: routes)
    let lists = ListLimit()
    ListRoutes(library: library, rule: rules.access, urls: urls, limit: lists).add(to: routes)
    DocumentRoutes(cache: cache, rule: rules.access, urls: urls).add(to: routes)
    TileRoutes(cache: cache, rule: rules.access, urls: urls).add(to: routes)
    PreviewRoutes(cache: cache, rule: rules.access).add(to: routes)
    VideoStreamRoutes(roots: videos, readers: rules.access.downloadReaders, prefix: urls.prefix).add(to: routes)
    WorkRoutes(
        cache: cache, rule: rules.access, urls: urls, metrics: metrics, lists: lists,
        chapters: chapters, processing: processing
    ).add(to: routes)
    let videoIndex = videos.isEmpty ? nil : library.videos
    VideoRoutes(index: videoIndex, rule: rules.access, urls: urls, limit: lists).add(to: routes)
    EventStreamRoutes(hub: events.hub, rule: rules.access).add(to: routes)
    OpenAPIRoutes(urls: urls).add(to: routes)
    FrontPageRoutes(paths: paths, rule: rules.access, urls: urls).add(to: routes)
    let hotAnswers =
        settings.hotAnswers
        ? HotAnswers(
            routes: HotRoutes(paths, prefix: urls.prefix), rules: rules, inFlight: inFlight,
            longestRequest: settings.headerBytes, measures: requests, logger: logger)
        : nil
    let pressure = PressureService(cache: cache, metrics: metrics, logger: logger)
    var services: [any Service] = (processing?.services ?? []) + events.services + [pressure]
    if let keys = rules.access.signedTokens?.keySet { services.append(JWTKeySetService(keys: keys, logger: logger)) }
    if let videoIndex, !settings.isReadOnly {
        services.append(VideoIndexService(roots: videos, index: videoIndex, logger: logger))
    }
    return (router, hotAnswers, inFlight, services)
}

/// The chapters in the bucket of the settings; `nil` without a bucket, or without a URL for its screenshots.
private func bucketChapters(
    _ library: StoryboardLibrary, _ settings: ServerSettings, logger: Logger
) throws -> BucketChapterCache? {
    guard let urls = try ScreenshotURLs(settings), let root = settings.work.screenshots else { return nil }
    guard let client = library.buckets else {
        throw MosaicError(.invalidSettings, "screenshots", "The server has no client of buckets.")
    }
    return BucketChapterCache(root, by: client, urls: urls, logger: logger)
}

/// Creates a router without routes, with its middleware in order from the outermost to the innermost.
func serverRouter(
    _ rules: ServerRules, _ paths: KnownPaths, track: String? = nil, inFlight: InFlightBudget,
    measures: RequestMetrics? = nil,
    compositions: FirstCompositions? = nil, logger: Logger
) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: RequestLog(logger))
    router.add(middleware: CrossOriginAnswers(rule: rules.origins, paths: paths))
    router.add(middleware: ErrorMiddleware())
    router.add(middleware: InFlightBodies(budget: inFlight))
    router.add(middleware: ExpectContinueMiddleware())
    if let hosts = rules.hosts { router.add(middleware: HostCheck(rule: hosts, exempt: rules.probePaths)) }
    if let measures { router.add(middleware: measures) }
    if let compositions { router.add(middleware: FirstRequests(compositions: compositions, rule: rules.access)) }
    router.add(middleware: AllowedMethodsMiddleware(paths: paths, track: track))
    return router
}

/// Serves a library until the process receives SIGTERM or SIGINT. Then it accepts no more connections and finishes
/// running requests.
///
/// - Parameters:
///   - grace: Maximum time for running requests in seconds, 0 or more.
///   - metrics: The metrics served at `/metrics`.
///   - whenReady: Called with the port once connections are accepted.
/// - Throws: `invalidSettings` or `unsupported`, naming the setting; `unavailable` if the server cannot listen on the
///   address.
package func serve(
    _ library: StoryboardLibrary, settings: ServerSettings, grace: Int, logger: Logger, metrics: PrometheusMetrics,
    whenReady: @escaping @Sendable (Int) async -> Void
) async throws {
    let application = try buildApplication(
        library: library, settings: settings, logger: logger, metrics: metrics, whenReady: whenReady)
    var configuration = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(grace)
    do {
        try await ServiceGroup(configuration: configuration).run()
    } catch {
        throw MosaicError(error, listeningAt: settings) ?? error
    }
}
