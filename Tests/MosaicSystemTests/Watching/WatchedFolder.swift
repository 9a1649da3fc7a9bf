import Foundation
import MosaicFixtures
import Synchronization

@testable import MosaicSystem

/// A folder of one test's own, and what a watcher tells of it.
final class WatchedFolder: Sendable {
    let folder = TemporaryFolder()
    private let told = Mutex<[FolderState]>([])
    private let ending = Mutex<(any Error)??>(nil)
    private let reader = Mutex<Task<Void, Never>?>(nil)

    /// All states reported so far.
    var states: [FolderState] { told.withLock(\.self) }

    /// The error that ended the watch.
    var error: FileError? { ending.withLock { $0 } as? FileError }

    /// Whether the watch has ended.
    var hasEnded: Bool { ending.withLock { $0 != nil } }

    /// Begins to watch, and waits until the first state is there or the watch has ended.
    func watch(_ path: String? = nil, rest: Duration = .milliseconds(240), polls: Bool) async {
        let watcher = FolderWatcher(path: path ?? folder.path, rest: rest, interval: .milliseconds(40), polls: polls)
        let task = Task {
            do {
                for try await state in watcher.states { told.withLock { $0.append(state) } }
                ending.withLock { $0 = .some(nil) }
            } catch {
                ending.withLock { $0 = error }
            }
        }
        reader.withLock { $0 = task }
        _ = await wait { !states.isEmpty || hasEnded }
    }

    /// Cancels the reader and waits for its end.
    func cancel() async {
        let task = reader.withLock(\.self)
        task?.cancel()
        await task?.value
    }

    /// Whether the last state comes to have these files and no others at rest.
    func comesToRest(_ names: Set<String>) async -> Bool { await wait { states.last?.stable == names } }

    /// Puts a file in its place at once, as careful writers do; it was written long ago.
    func renameIntoPlace(_ name: String, _ bytes: [UInt8] = [1], modified: TimeInterval = 1_000_000_000) throws {
        let temporary = try folder.write(bytes, to: ".\(name).partial", modified: modified)
        guard rename(temporary, folder.path(name)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { reader.withLock(\.self)?.cancel() }
}

/// Whether something comes true; waits far longer than it takes.
func wait(until condition: () throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while try !condition() {
        guard ContinuousClock.now < end else { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
