import Foundation
import Synchronization

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

/// Lists a folder after each event, or periodically.
///
/// All methods block and need a dedicated thread; only `takeNews` may be called from other threads.
final class FolderWatch: Sendable {
    private let folder: String
    private let name: String
    private let polls: Bool
    private let interval: Int64
    /// The shortest time between two listings; events in between cause one listing.
    private let pause: Int64
    private let files: Mutex<FileStability>

    /// - Parameters:
    ///   - name: The folder's name in errors.
    ///   - rest: How long a file has to be stable, nanoseconds.
    ///   - interval: Time between two listings where changes are not reported, nanoseconds.
    init(folder: String, name: String, rest: Int64, interval: Int64, polls: Bool) {
        self.folder = folder
        self.name = name
        self.polls = polls
        self.interval = interval
        pause = min(max(rest / 8, 1_000_000), 250_000_000)
        files = Mutex(FileStability(rest: rest))
    }

    /// The folder's state where it has changed since the last call.
    func takeNews() -> FolderState? { files.withLock { $0.takeNews() } }

    /// Watches until the pipe is rung; calls `news` after a change, and again until the state is taken.
    ///
    /// - Throws: `missing` where there is no folder, `unavailable` where it is removed or cannot be watched.
    func run(until bell: WakeupPipe, news: () -> Void) throws {
        guard let status = FileStatus(path: folder), status.isFolder else {
            throw FileError(.missing, name, "There is no such folder.")
        }
        let identity = status.identity
        // An unknown file system may be a network.
        let isLocal = FileSystemKind(ofFolder: folder).map { !$0.isNetwork } ?? false
        // Before the first listing, so that no event is lost in between.
        let changes = polls || !isLocal ? nil : try FolderChanges(folder: folder, name: name)
        repeat {
            try look(identity, trustingTimes: isLocal)
            if files.withLock(\.hasNews) { news() }
        } while try waitForChange(changes, identity, until: bell)
    }

    private func look(_ identity: [UInt64], trustingTimes: Bool) throws {
        try check(identity)
        let moment = Moment.now
        let listing = try PictureListing.read(folder, name: name)
        files.withLock { $0.look(listing, at: moment, trustingTimes: trustingTimes) }
    }

    /// Waits until the next listing is due; false where the pipe was rung.
    private func waitForChange(_ changes: FolderChanges?, _ identity: [UInt64], until bell: WakeupPipe) throws -> Bool {
        let due = files.withLock(\.due)
        while true {
            let timeout = min(interval, (due ?? .max) - Moment.now.uptime)
            switch bell.wait(for: changes?.descriptor, atMost: max(pause, timeout)) {
            case .rung: return false
            case .late where changes == nil: return true
            case .late: break
            case .readable:
                // A burst of events causes one listing.
                if bell.wait(for: nil, atMost: pause) == .rung { return false }
                if let events = try changes?.take(), isNews(events) { return true }
            }
            if let due, due <= Moment.now.uptime { return true }
            // There is no event when a folder above is renamed, or a link is changed.
            try check(identity)
        }
    }

    /// Whether the events require a listing; a file that is known to change is listed when it may be stable.
    private func isNews(_ events: FolderEvents) -> Bool {
        events.concernAll || events.changed.contains(where: PictureListing.contains)
            || files.withLock { files in
                events.written.contains { PictureListing.contains($0) && !files.isChanging($0) }
            }
    }

    private func check(_ identity: [UInt64]) throws {
        guard FileStatus(path: folder)?.identity == identity else {
            throw FileError(folderGone: name)
        }
    }
}

/// Lists the files of a folder that can be screenshots.
enum PictureListing {
    /// Whether a name is that of a picture and not hidden.
    static func contains(_ name: String) -> Bool {
        !name.hasPrefix(".") && FolderEntry.isPicture(name)
    }

    /// The pictures of a folder by name, links followed.
    ///
    /// - Throws: `unavailable`; `name` is the folder's name in it.
    static func read(_ folder: String, name: String) throws -> [String: FileStamp] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw FileError(.unavailable, name, "The folder cannot be read.")
        }
        var files: [String: FileStamp] = [:]
        for file in names where contains(file) {
            // The file was removed after it was found.
            guard let status = FileStatus(path: folder + "/" + file), status.isRegularFile else { continue }
            files[file] = FileStamp(status)
        }
        return files
    }
}
