public import Hummingbird
public import Logging
public import Mosaic

/// Puts the server together over a library; nothing listens before the result is run.
///
/// - Parameter whenReady: Called with the port once connections are taken.
/// - Throws: `invalidSettings` naming the setting.
public func buildApplication(
    library: StoryboardLibrary, settings: ServerSettings, logger: Logger,
    whenReady: @escaping @Sendable (Int) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    let rules = try ServerRules(settings)
    let addresses = try Addresses(settings)
    let shelf = Shelf(library: library, budget: settings.cacheBytes, readers: rules.access.readers)

    let router = serverRouter(rules)
    let routes = Routes(router: router, rule: rules.access, prefix: addresses.prefix)
    HealthRoutes(library: library).add(to: routes)
    ListRoutes(library: library, addresses: addresses).add(to: routes)
    DocumentRoutes(shelf: shelf, rule: rules.access, addresses: addresses).add(to: routes)
    TileRoutes(shelf: shelf, rule: rules.access, addresses: addresses).add(to: routes)
    PreviewRoutes(shelf: shelf, rule: rules.access).add(to: routes)

    return Application(
        router: router, server: try settings.protocols(), configuration: settings.application,
        onServerRunning: { channel in await whenReady(channel.localAddress?.port ?? settings.port) }, logger: logger)
}

/// A router without routes: what happens to every request, from the outermost to the innermost.
func serverRouter(_ rules: ServerRules) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: RequestLog())
    router.add(middleware: CrossOriginAnswers(rule: rules.origins))
    router.add(middleware: ErrorAnswers())
    if let hosts = rules.hosts { router.add(middleware: HostCheck(rule: hosts)) }
    return router
}
