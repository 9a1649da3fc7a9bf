import Foundation
import GRDB
import Synchronization

/// Serializes the writers of a file among the tasks of this process.
///
/// An unflushed change takes tens of microseconds, as long as switching to another thread. It is made on the caller's
/// thread where no other task or process is writing.
final class WriterLock: Sendable {
    /// Whether the caller's thread must not be blocked.
    @TaskLocal private static var isHasty = false

    private let waiting = Mutex(0)
    /// The last setting of the writing connection; nil if unknown.
    private let durability = Mutex<SQLiteCatalog.Durability?>(nil)

    /// Takes the turn where no task has it or waits for it.
    func takeIfFree() -> Bool {
        waiting.withLock { count in
            guard count == 0 else { return false }
            count = 1
            return true
        }
    }

    /// Counts a waiting task; the order is kept elsewhere.
    func join() { waiting.withLock { $0 += 1 } }

    /// Ends what `takeIfFree` or `join` began.
    func leave() { waiting.withLock { $0 -= 1 } }

    /// Sets what the connection that writes does with its changes, where it is not set so already.
    func set(_ wanted: SQLiteCatalog.Durability, on database: Database) throws {
        try durability.withLock { current in
            guard current != wanted else { return }
            current = nil
            try wanted.set(on: database)
            current = wanted
        }
    }

    /// Runs work that fails with `SQLITE_BUSY` at once where another process has the lock.
    static func hastily<Value>(_ body: () throws -> Value) rethrows -> Value {
        try $isHasty.withValue(true, operation: body)
    }

    /// Waits for other processes, up to 10 s.
    static let busyMode = Database.BusyMode.callback { tries in
        guard !isHasty, tries < 2_000 else { return false }
        // SQLite has no queue: the process that polls more often is first.
        Thread.sleep(forTimeInterval: tries < 20 ? 0.001 : 0.005)
        return true
    }
}
