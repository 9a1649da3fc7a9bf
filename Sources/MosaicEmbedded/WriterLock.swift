import Foundation
import GRDB
import Synchronization

/// Serializes the writers of a file among the tasks of this process.
///
/// An unflushed change takes tens of microseconds, no longer than switching to another thread. So it is made on the
/// caller's thread if no other task or process is writing.
final class WriterLock: Sendable {
    /// Whether a lock of another process fails at once, because waiting for the lock would block the caller's thread.
    @TaskLocal private static var isHasty = false

    private let waiting = Mutex(0)
    /// The current setting of the writing connection; nil if unknown.
    private let durability = Mutex<SQLiteCatalog.Durability?>(nil)

    /// Takes the lock if no task has it or waits for it; returns whether it did.
    func takeIfFree() -> Bool {
        waiting.withLock { count in
            guard count == 0 else { return false }
            count = 1
            return true
        }
    }

    /// Adds a waiting task; the queue of the database pool determines the order.
    func join() { waiting.withLock { $0 += 1 } }

    /// Releases the lock after `takeIfFree` or `join`.
    func leave() { waiting.withLock { $0 -= 1 } }

    /// Sets the durability of the writing connection, unless it is set already.
    func set(_ wanted: SQLiteCatalog.Durability, on database: Database) throws {
        try durability.withLock { current in
            guard current != wanted else { return }
            current = nil
            try wanted.set(on: database)
            current = wanted
        }
    }

    /// Runs work that fails at once with `SQLITE_BUSY` if another process has the lock.
    static func hastily<Value>(_ body: () throws -> Value) rethrows -> Value {
        try $isHasty.withValue(true, operation: body)
    }

    /// Waits for the locks of other processes, up to 10 s.
    static let busyMode = Database.BusyMode.callback { tries in
        guard !isHasty, tries < 2_000 else { return false }
        // SQLite has no queue of waiting processes: the process that polls most often comes first.
        Thread.sleep(forTimeInterval: tries < 20 ? 0.001 : 0.005)
        return true
    }
}
