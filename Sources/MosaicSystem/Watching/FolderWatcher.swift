import Foundation

/// Reports changes of the stable pictures in one folder.
///
/// The kernel reports changes where it can (inotify). On network file systems and other systems the folder is listed
/// periodically, which also detects changes behind links.
package struct FolderWatcher: Sendable {
    private let path: String
    private let rest: Int64
    private let interval: Int64
    private let polls: Bool

    /// Creates a watcher of a folder; it works while its states are read.
    ///
    /// - Parameters:
    ///   - rest: Minimum time for which size and time of a file are unchanged before it can be read; at most a day.
    ///   - interval: Time between two listings if changes are not reported; at most a day.
    ///   - polls: Whether to list periodically even if the kernel reports changes.
    package init(
        path: String, rest: Duration = .seconds(2), interval: Duration = .seconds(2), polls: Bool = false
    ) {
        self.path = path
        self.rest = Self.nanoseconds(rest)
        self.interval = Self.nanoseconds(interval)
        self.polls = polls
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        Int64(min(max(.zero, duration), .seconds(86_400)).attoseconds / 1_000_000_000)
    }

    /// The first state, and a new one after each change of the stable pictures; for one reader.
    ///
    /// Each state is current when it is requested: changes while the reader is busy are combined. Ends when the
    /// reader's task is cancelled.
    /// - Throws: `missing` where there is no folder, `unavailable` where it is removed or the system refuses to watch
    ///   it.
    package var states: some AsyncSequence<FolderState, any Error> {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let watch = FolderWatch(folder: path, name: name, rest: rest, interval: interval, polls: polls)
        // Signals a change without the state; the watch has the latest one.
        let (news, continuation) = AsyncThrowingStream<Void, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        do {
            let bell = try WakeupPipe(name: name)
            continuation.onTermination = { _ in bell.ring() }
            // Waiting for a disk would block threads of the cooperative pool.
            Thread.detachNewThread {
                do {
                    try watch.run(until: bell) { continuation.yield() }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        } catch {
            continuation.finish(throwing: error)
        }
        return news.compactMap { watch.takeNews() }
    }
}
