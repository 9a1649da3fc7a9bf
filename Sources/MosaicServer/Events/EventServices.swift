import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// Everything of a server that tells others of changes, put together once.
struct EventServices: Sendable {
    let hub: EventHub
    /// The traces that callbacks belong to.
    let traces = JobTraces()
    /// The background services.
    let services: [any Service]

    /// Puts it together.
    ///
    /// - Throws: `invalidSettings`, `unsupported` where callbacks are set and the program cannot send any.
    init(_ settings: ServerSettings, catalog: any Catalog, urls: URLBuilder, logger: Logger) throws {
        // Microseconds: an earlier server over the library has sent fewer events than that.
        hub = EventHub(after: Int(HTTPDate.now.secondsSince1970) * 1_000_000)
        var callbacks: CallbackService?
        if let target = try CallbackTarget(settings.callbacks) {
            guard let sender = settings.callbacks.sender else {
                throw MosaicError(
                    .unsupported, "on-complete", "This program is built without the trait Cloud, and sends nothing.")
            }
            callbacks = CallbackService(
                queue: CallbackQueue(urls: urls, traces: traces, logger: logger), target: target, sender: sender,
                logger: logger)
        }
        let events = EventService(
            hub: hub, catalog: catalog, urls: urls, callbacks: callbacks?.queue, logger: logger)
        var services: [any Service] = [events]
        if let callbacks { services.append(callbacks) }
        self.services = services
    }
}
