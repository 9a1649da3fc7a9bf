import Foundation
import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// Polls the catalog about once a second while a client listens or callbacks are configured, and sends the changes.
struct EventService: Service {
    /// Time between two polls without a reported change.
    private static let interval = Duration.seconds(1)
    /// Minimum time between two polls.
    private static let shortest = Duration.milliseconds(150)

    let hub: EventHub
    let catalog: any Catalog
    let urls: URLBuilder
    /// The queue of callbacks for finished jobs; `nil` without callbacks.
    let callbacks: CallbackQueue?
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await tick() }
                group.addTask { for await _ in catalog.wakeups() where isWanted { hub.poke() } }
                group.addTask { await watch() }
            }
        }
    }

    private var isWanted: Bool { callbacks != nil || hub.isWanted }

    private func tick() async {
        while !Task.isCancelled {
            hub.wake()
            hub.poke()
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func watch() async {
        var watch: CatalogWatch?
        for await _ in hub.pokes {
            guard isWanted else {
                watch = nil
                hub.pause()
                continue
            }
            let hints = hub.takeHints()
            do {
                if var known = watch {
                    let changes = try await known.look(hints: hints)
                    watch = known
                    tell(changes)
                } else {
                    watch = try await CatalogWatch(catalog)
                    hub.begin()
                }
            } catch {
                for id in hints { hub.note(id) }
                logger.debug("Changes of the catalog will be sent later.", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: Self.shortest)
        }
    }

    private func tell(_ changes: [CatalogChange]) {
        hub.send(changes.map { ServerEvent($0, urls) })
        for change in changes { if let ended = change.endedJob { callbacks?.add(ended.job, ended.entry) } }
    }
}

/// The services that send events and callbacks.
struct EventServices: Sendable {
    let hub: EventHub
    /// The traces of the requests that submitted jobs, for their callbacks.
    let traces = JobTraces()
    let services: [any Service]

    /// Creates the services.
    ///
    /// - Throws: `invalidSettings`, `unsupported` if callbacks are configured and this build cannot send any.
    init(_ settings: ServerSettings, catalog: any Catalog, urls: URLBuilder, logger: Logger) throws {
        // Numbers begin at the current time in microseconds. So they exceed all numbers of an earlier server, which has
        // sent fewer events.
        hub = EventHub(after: Int(HTTPDate.now.secondsSince1970) * 1_000_000)
        var callbacks: CallbackService?
        if let target = try CallbackTarget(settings.callbacks) {
            guard let sender = settings.callbacks.sender else {
                throw MosaicError(
                    .unsupported, "on-complete", "This program is built without the trait Cloud, and sends nothing.")
            }
            callbacks = CallbackService(
                queue: CallbackQueue(urls: urls, traces: traces, logger: logger), target: target, send: sender,
                logger: logger)
        }
        let events = EventService(
            hub: hub, catalog: catalog, urls: urls, callbacks: callbacks?.queue, logger: logger)
        var services: [any Service] = [events]
        if let callbacks { services.append(callbacks) }
        self.services = services
    }
}
