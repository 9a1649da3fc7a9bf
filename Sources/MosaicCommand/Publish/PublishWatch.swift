import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import Synchronization

/// `mosaic watch` of a folder that `mosaic publish` knows: the same run again at each change.
struct PublishWatch: Sendable {
    /// Delay after a run that could not begin.
    private static let pause = Duration.seconds(60)
    /// Time between two queries for restarted jobs.
    private static let poll = Duration.seconds(5)

    let folder: String
    private let run: PublishRun
    private let log: PublishLog

    /// - Returns: Nil if no run of `mosaic publish` had this folder, one below it or one above it.
    /// - Throws: `malformed`, `unavailable` if the list of folders cannot be read.
    init?(_ folder: String, isJSON: Bool, isQuiet: Bool) throws {
        let library = LibraryOptions(path: LibraryOptions.publishedPath)
        let orders = try PublishOrders(of: library.path).orders(at: folder)
        guard !orders.isEmpty else { return nil }
        self.folder = PublishOrder.path(of: folder)
        log = PublishLog(isJSON: isJSON, isQuiet: isQuiet, isWatching: true)
        run = PublishRun(orders: orders, library: library, options: [], log: log)
    }

    /// Publishes until a signal stops the command; a film that is still being written waits.
    ///
    /// - Throws: `unavailable` if the folder is removed or cannot be watched.
    func run(by watching: WatchingOptions) async throws {
        let watcher = FolderWatcher(
            path: folder, rest: .milliseconds(watching.rest.milliseconds), interval: .seconds(60), polls: watching.poll,
            files: .tree(of: { FilmName($0) != nil }, passing: SourceTree.passes(folder:)))
        ProcessPriority.lower()
        try await Interruption.cancelling {
            do {
                try await publish(eachStateOf: watcher)
            } catch is CancellationError where Task.isCancelled {
                // A signal stopped the watch.
            } catch let code as ExitCode where code == ExitStatus.interrupted {
                // A signal stopped a run.
            } catch let error as FileError {
                throw MosaicError(error)
            }
        }
    }

    /// Publishes at each change of the folder, and when a film's job is restarted.
    private func publish(eachStateOf watcher: FolderWatcher) async throws {
        let latest = Mutex<FolderState?>(nil)
        let turn = AsyncSemaphore(permits: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { @Sendable in
                for try await state in watcher.states {
                    latest.withLock { $0 = state }
                    try await turn.acquire()
                    defer { turn.release() }
                    try await publish(state)
                }
            }
            group.addTask { @Sendable in
                var films: WaitingFilms?
                var known: [StoryboardID: Date] = [:]
                while true {
                    try await Task.sleep(for: Self.poll)
                    // Jobs of the films of a run are queried after its end.
                    try await turn.acquire()
                    defer { turn.release() }
                    // The catalog may be locked for a while.
                    if films == nil { films = try? WaitingFilms(in: run.library.existing()) }
                    let waiting = try? await films?.waiting(below: run.orders.map(\.folder))
                    guard let waiting, waiting.contains(where: { known[$0.key] != $0.value }),
                        let state = latest.withLock(\.self)
                    else { continue }
                    // A film that is still being written stays pending.
                    known = waiting
                    try await publish(state, submitsJobs: false)
                }
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    private func publish(_ state: FolderState, submitsJobs: Bool = true) async throws {
        for order in run.orders {
            while true {
                do {
                    _ = try await run.publish(order, submitsJobs: submitsJobs) { state.stable.contains($0.path) }
                    break
                } catch let error as MosaicError {
                    // A server's folder may be missing for a while, or the catalog be locked.
                    log.complain("\(error)")
                    try await Task.sleep(for: Self.pause)
                }
            }
        }
    }
}
