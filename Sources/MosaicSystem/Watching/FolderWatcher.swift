import Foundation
import Synchronization

/// Reports changes of the stable pictures in one folder, or of other files in a tree of folders.
///
/// Linux reports changes of local folders (inotify). On network file systems and other systems the folder is listed
/// periodically, which also detects changes in the targets of links.
package struct FolderWatcher: Sendable {
    private let path: String
    private let rest: Int64
    private let interval: Int64
    private let polls: Bool
    private let files: WatchedFiles

    /// Creates a watcher of a folder. It watches while its states are read.
    ///
    /// - Parameters:
    ///   - rest: Minimum time without a change of size and modification time before a file counts as stable, at most a
    ///     day.
    ///   - interval: Time between two listings if the kernel does not report changes, at most a day.
    ///   - polls: Whether to list periodically even if the kernel reports changes.
    ///   - files: The files that are reported.
    package init(
        path: String, rest: Duration = .seconds(2), interval: Duration = .seconds(2), polls: Bool = false,
        files: WatchedFiles = .pictures
    ) {
        self.files = files
        self.path = path
        self.rest = Self.nanoseconds(rest)
        self.interval = Self.nanoseconds(interval)
        self.polls = polls
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        Int64(min(max(.zero, duration), .seconds(86_400)).attoseconds / 1_000_000_000)
    }

    /// The first state, then a new state after each change of the stable files. Supports one reader.
    ///
    /// Each state is current when the reader requests it: changes while the reader is busy are combined. The sequence
    /// ends when the reader's task is cancelled.
    /// - Throws: `missing` if the folder does not exist; `unavailable` if it is removed or the system refuses to watch
    ///   it.
    package var states: some AsyncSequence<FolderState, any Error> {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let watch = FolderWatch(folder: path, name: name, rest: rest, interval: interval, polls: polls, files)
        // Signals a change without the state; the watch has the latest state.
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

/// Lists a folder after each event, or periodically.
///
/// `run` blocks and needs a dedicated thread; `takeNews` may be called from any thread.
final class FolderWatch: Sendable {
    private let folder: String
    private let name: String
    private let polls: Bool
    private let interval: Int64
    /// Minimum time between two listings in nanoseconds. Events in between cause one listing.
    private let pause: Int64
    private let files: Mutex<FileStability>
    private let watched: WatchedFiles

    /// - Parameters:
    ///   - name: The folder's name in errors.
    ///   - rest: Minimum time without a change before a file counts as stable, in nanoseconds.
    ///   - interval: Time between two listings if the kernel does not report changes, in nanoseconds.
    init(
        folder: String, name: String, rest: Int64, interval: Int64, polls: Bool, _ watched: WatchedFiles = .pictures
    ) {
        self.watched = watched
        self.folder = folder
        self.name = name
        self.polls = polls
        self.interval = interval
        pause = min(max(rest / 8, 1_000_000), 250_000_000)
        files = Mutex(FileStability(rest: rest))
    }

    /// Returns the folder's state if it has changed since the last call; otherwise `nil`.
    func takeNews() -> FolderState? { files.withLock { $0.takeNews() } }

    /// Watches until the pipe is rung. Calls `news` after each listing with changes that `takeNews` has not returned
    /// yet.
    ///
    /// - Throws: `missing` if the folder does not exist; `unavailable` if it is removed or cannot be watched.
    func run(until bell: WakeupPipe, news: () -> Void) throws {
        guard let status = FileStatus(path: folder), status.isFolder else {
            throw FileError(.missing, name, "There is no such folder.")
        }
        let identity = status.identity
        // An unknown file system may be a network file system.
        let isLocal = FileSystemKind(ofFolder: folder).map { !$0.isNetwork } ?? false
        // The watch begins before the first listing, so that no event is lost.
        let changes = polls || !isLocal ? nil : try FolderChanges(folder: folder, name: name)
        repeat {
            // Files may have come into a new folder before it was watched.
            while let folders = try look(identity, trustingTimes: isLocal), changes?.watch(folders) == true {}
            if files.withLock(\.hasNews) { news() }
        } while try waitForChange(changes, identity, until: bell)
    }

    /// - Returns: The folders that were listed; nil if only the watched folder is listed, not a tree.
    private func look(_ identity: [UInt64], trustingTimes: Bool) throws -> [String]? {
        try check(identity)
        let moment = Moment.now
        let (listing, folders) = try watched.list(folder, name)
        files.withLock { $0.look(listing, at: moment, trustingTimes: trustingTimes) }
        return folders
    }

    /// Waits until the next listing is due; returns `false` if the pipe was rung.
    private func waitForChange(_ changes: FolderChanges?, _ identity: [UInt64], until bell: WakeupPipe) throws -> Bool {
        let due = files.withLock(\.due)
        while true {
            let timeout = min(interval, (due ?? .max) - Moment.now.uptime)
            switch bell.wait(for: changes?.descriptor, atMost: max(pause, timeout)) {
            case .rung: return false
            case .late where changes?.areComplete != true: return true
            case .late: break
            case .readable:
                // Waits before it reads, so that a burst of events causes one listing.
                if bell.wait(for: nil, atMost: pause) == .rung { return false }
                if let events = try changes?.take(), isNews(events) { return true }
            }
            if let due, due <= Moment.now.uptime { return true }
            // The kernel sends no event if a parent folder is renamed or a link is changed.
            try check(identity)
        }
    }

    /// Whether the events require a listing now. Writes to a file that is already changing do not: it is listed when it
    /// may be stable.
    private func isNews(_ events: FolderEvents) -> Bool {
        events.concernAll || watched.isTree && events.concernFolders || events.changed.contains(where: watched.contains)
            || files.withLock { files in
                events.written.contains {
                    watched.contains($0) && !(watched.isTree ? files.hasChanging(named: $0) : files.isChanging($0))
                }
            }
    }

    private func check(_ identity: [UInt64]) throws {
        guard FileStatus(path: folder)?.identity == identity else {
            throw FileError(folderGone: name)
        }
    }
}
