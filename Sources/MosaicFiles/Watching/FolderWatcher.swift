import Foundation

/// Tells when the pictures of one folder have changed and rest.
///
/// The kernel tells of changes where it can (inotify); on network file systems and elsewhere the folder is looked at
/// from time to time, where what links lead to is seen to change, too.
package struct FolderWatcher: Sendable {
    private let path: String
    private let rest: Int64
    private let interval: Int64
    private let polls: Bool

    /// Names a folder; it is watched by those who ask for its states.
    ///
    /// - Parameters:
    ///   - rest: How long size and time of a file have to stay as they are before it can be read; at most a day.
    ///   - interval: Time between two looks where nothing tells of changes; at most a day.
    ///   - polls: Whether to look from time to time even where the kernel tells of changes.
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

    /// The state at first, and then a new one whenever a resting picture has come, gone or changed; for one reader.
    ///
    /// Each is as fresh as the moment it is asked for: what happens while the reader is busy makes one. Ends when the
    /// reader's task is cancelled.
    /// - Throws: `missing` where there is no folder, `unavailable` where it goes or the system refuses to watch it.
    package var states: some AsyncSequence<FolderState, any Error> {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let watch = FolderWatch(folder: path, name: name, rest: rest, interval: interval, polls: polls)
        // Says that there is news, not which: the watch knows the latest.
        let (news, continuation) = AsyncThrowingStream<Void, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        do {
            let bell = try WakeupPipe(name: name)
            continuation.onTermination = { _ in bell.ring() }
            // Waiting for a disk would hold up the few threads that tasks share.
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
