import Foundation
import Synchronization

/// Looks at a folder whenever something happens in it, or from time to time.
///
/// All of it blocks and is meant for a thread of its own; only the news is taken from elsewhere.
final class FolderWatch: Sendable {
    private let folder: String
    private let name: String
    private let polls: Bool
    private let interval: Int64
    /// The shortest time between two looks: what happens meanwhile makes one.
    private let pause: Int64
    private let files: Mutex<FileStability>

    /// - Parameters:
    ///   - name: What errors call the folder.
    ///   - rest: How long a file has to rest, nanoseconds.
    ///   - interval: Time between two looks where nothing tells of changes, nanoseconds.
    init(folder: String, name: String, rest: Int64, interval: Int64, polls: Bool) {
        self.folder = folder
        self.name = name
        self.polls = polls
        self.interval = interval
        pause = min(max(rest / 8, 1_000_000), 250_000_000)
        files = Mutex(FileStability(rest: rest))
    }

    /// The folder's state where there is news that nobody has taken.
    func takeNews() -> FolderState? { files.withLock { $0.takeNews() } }

    /// Watches until the bell rings; `news` is called when there is some, and again until it is taken.
    ///
    /// - Throws: `missing` where there is no folder, `unavailable` where it goes or cannot be watched.
    func run(until bell: WakeupPipe, news: () -> Void) throws {
        guard let status = FileStatus(path: folder), status.isFolder else {
            throw FileError(.missing, name, "There is no such folder.")
        }
        let identity = status.identity
        // What the system does not name may be anything.
        let isLocal = FileSystemKind(ofFolder: folder).map { !$0.isNetwork } ?? false
        // Before the first look, so that nothing happens between the two.
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

    /// Waits until it is time for another look; false where the bell rang.
    private func waitForChange(_ changes: FolderChanges?, _ identity: [UInt64], until bell: WakeupPipe) throws -> Bool {
        let due = files.withLock(\.due)
        while true {
            let timeout = min(interval, (due ?? .max) - Moment.now.uptime)
            switch bell.wait(for: changes?.descriptor, atMost: max(pause, timeout)) {
            case .rung: return false
            case .late where changes == nil: return true
            case .late: break
            case .readable:
                // A burst of changes is one.
                if bell.wait(for: nil, atMost: pause) == .rung { return false }
                if let events = try changes?.take(), isNews(events) { return true }
            }
            if let due, due <= Moment.now.uptime { return true }
            // Nothing tells when a folder above is renamed, or a link leads elsewhere.
            try check(identity)
        }
    }

    /// Whether what happened needs a look; a file that is known to move is looked at when it may rest.
    private func isNews(_ events: FolderEvents) -> Bool {
        events.concernAll || events.changed.contains(where: PictureListing.contains)
            || files.withLock { files in
                events.written.contains { PictureListing.contains($0) && !files.isMoving($0) }
            }
    }

    private func check(_ identity: [UInt64]) throws {
        guard FileStatus(path: folder)?.identity == identity else {
            throw FileError(folderGone: name)
        }
    }
}
