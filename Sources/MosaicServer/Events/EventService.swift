import Foundation
import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// Polls the catalog about once a second while a client listens, and sends the changes.
struct EventService: Service {
    /// Between two looks while nothing is known to have changed.
    private static let interval = Duration.seconds(1)
    /// Between two looks at least.
    private static let shortest = Duration.milliseconds(150)

    let hub: EventHub
    let catalog: any Catalog
    let urls: URLBuilder
    /// Called for each job that has ended; nil without callbacks.
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
